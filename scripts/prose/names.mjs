// Finds names in back-ticks, in comments and documents, that don't exist. It judges only what is certainly a name of this
// repository: a file or folder, an npm script, a style token, and a word in the form of an identifier. Everything else in
// back-ticks can be code, a value or a term of the protocol.

import { findProse } from './extract.mjs'

/**
 * @typedef {{ file: string, text: string }} Source
 * @typedef {object} Known
 * @property {string[]} paths of all files
 * @property {Set<string>} words in all sources, without their comments
 * @property {string[]} scripts of package.json
 * @property {string[]} elsewhere names that exist in other programs, or only as examples
 */

const ownFile = /^[\w@.{}*…,-][\w@.{}*…,/-]*\.(?:tsx?|mjs|cjs|css|md)$/u
const ownFolder = /^(?:app|docs|e2e|main|preload|renderer|scripts)\/[\w.{}*…,/-]*$/u
const identifier = /^(?:[a-z][a-z\d]*[A-Z]\w*|(?:[A-Z][a-z\d]+){2,})$/u

/**
 * @param {Source} source
 * @param {Known} known
 * @returns {string[]} one sentence a name, with its place
 */
export function findStaleNames(source, known) {
  const { file, text } = source
  return listNames(source)
    .filter(({ name }) => !known.elsewhere.includes(name) && !doesExist(name, known))
    .map(({ name, start }) => `${file}:${text.slice(0, start).split('\n').length} \`${name}\` doesn't exist`)
}

/** Sources that were parsed already: words and names come from the same parse. */
const parsed = new WeakMap()

function proseOf(source) {
  if (!parsed.has(source)) parsed.set(source, findProse(source.file, source.text))
  return parsed.get(source)
}

/** Names in back-ticks, in comments of code and in documents. */
function listNames(source) {
  const { text } = source
  const { spans, code } = proseOf(source)
  const quoted = (start, part) =>
    [...part.matchAll(/`([^`\n]+)`/gu)].map((match) => ({ name: match[1], start: start + match.index }))
  const inComments = spans.filter(({ kind }) => kind === 'comment')
  return [...inComments, ...code].flatMap(({ start, end }) => quoted(start, text.slice(start, end)))
}

function doesExist(name, { paths, words, scripts }) {
  const [, script] = /^npm run ([\w:]+)/u.exec(name) ?? []
  if (script !== undefined) return scripts.includes(script)
  if (ownFile.test(name) || ownFolder.test(name)) return isPath(name, paths)
  if (/^--[a-z][\w-]+$/u.test(name)) return words.has(name) || words.has(name.slice(2))
  return name
    .replace(/\(.*\)$/u, '')
    .split('.')
    .filter((part) => identifier.test(part))
    .every((part) => words.has(part))
}

/** A path may leave out folders at its start, and name several files with `*`, `…`, `{a,b}` or a part in capitals. */
function isPath(name, paths) {
  const pattern = name
    .replace(/^\.{1,3}\/?|\/$/gu, '')
    .replace(/[.+]/gu, '\\$&')
    .replace(/\*+|…|\b[A-Z]{3,}\b/gu, '.*')
    .replace(/\{([^}]*)\}/gu, (_, names) => `(?:${names.replaceAll(',', '|')})`)
  const wanted = new RegExp(`(?:^|/)${pattern}(?:$|/|\\.)`, 'u')
  return paths.some((path) => wanted.test(path))
}

/** @returns {string[]} the words in a source, without its comments where their form is known */
export function listWords(source) {
  const { file, text } = source
  const spans = /\.(?:tsx?|[mc]js|css)$/u.test(file) ? proseOf(source).spans : []
  const code = spans
    .filter(({ kind }) => kind === 'comment')
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
  return code.match(/[\w$-]+/gu) ?? []
}
