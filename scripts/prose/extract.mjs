// Finds the prose of a file: comments, messages and test titles of code, values of a catalogue of texts, and documents
// without their code.

import { visit } from 'jsonc-parser'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { parseSync, Visitor } from 'oxc-parser'
import postcss from 'postcss'

/**
 * @typedef {{ line: number, column: number, text: string }} ProseLine `line` and `column` count from 1
 * @typedef {{ start: number, end: number, kind: 'comment' | 'message' | 'title' | 'text' | 'markdown' }} Span offsets into the source
 */

const readers = {
  md: findInMarkdown,
  json: findInTexts,
  css: findInStyles,
  ts: findInCode,
  tsx: findInCode,
  mjs: findInCode,
  cjs: findInCode
}

/**
 * @param {string} file its name decides how it is read
 * @param {string} source
 * @returns {{ spans: Span[], code: { start: number, end: number }[], findMessages: () => Span[], findTitles: () => Span[] }} where its prose is, which
 *   parts of that are code, and where messages and titles of tests are, which take longer to find
 */
export function findProse(file, source) {
  return {
    code: [],
    findMessages: () => [],
    findTitles: () => [],
    ...readers[file.slice(file.lastIndexOf('.') + 1)](source, file)
  }
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {ProseLine[]}
 */
export function extractProse(file, source) {
  const { spans, code, findMessages, findTitles } = findProse(file, source)
  // Strings of a test are often what a server or a model says.
  const strings = isTest.test(file) ? findTitles() : findMessages()
  const masked = maskAll(source, code)
  const rows = source.split('\n')
  const isAllowed = ({ line }) => rows.slice(Math.max(0, line - 2), line).some((row) => allowance.test(row))
  return [...spans, ...strings].flatMap((span) => toLines(masked, span)).filter((line) => !isAllowed(line))
}

/** Lets a word pass in its own line and the next one, for the reason that follows. */
const allowance = /\bprose-ok: \S/u

function findInCode(source, file) {
  const parsed = parseSync(file, source)
  const spans = parsed.comments.map(({ start, end }) => ({ start: start + 2, end, kind: 'comment' }))
  return {
    spans,
    findMessages: () => listMessages(parsed.program),
    findTitles: () => listTitles(parsed.program)
  }
}

const isSql = /^\s*(?:ALTER|CREATE|DELETE|INSERT|SELECT|UPDATE|WITH) /u

/** Strings with three words in a row: messages of errors and logs, and texts for models. */
function listMessages(program) {
  const spans = []
  const collect = ({ start, end }, text) => {
    if (/\p{L}{2} \p{L}+ \p{L}/u.test(text) && !isSql.test(text)) spans.push({ start, end, kind: 'message' })
  }
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && collect(node, node.value),
    TemplateElement: (node) => collect(node, node.value.raw)
  }).visit(program)
  return spans
}

const isTest = /\.(?:test|spec)\.|(?:^|\/)(?:e2e|testing)\//u

function listTitles(program) {
  const spans = []
  const collect = ({ callee, arguments: [title] }) => {
    if (title && isTestFunction(callee) && /^(?:Literal|TemplateLiteral)$/u.test(title.type))
      spans.push({ start: title.start + 1, end: title.end - 1, kind: 'title' })
  }
  new Visitor({ CallExpression: collect }).visit(program)
  return spans
}

/** `it`, `it.each(…)`, `test.describe` and the like. */
function isTestFunction(callee) {
  if (callee.type === 'Identifier') return ['it', 'test', 'describe'].includes(callee.name)
  return isTestFunction(callee.object ?? callee.callee ?? callee.tag ?? { type: 'Identifier' })
}

function findInStyles(source) {
  const spans = []
  postcss.parse(source).walkComments(({ source: { start, end } }) => {
    spans.push({ start: start.offset + 2, end: end.offset - 2, kind: 'comment' })
  })
  return { spans }
}

function findInTexts(source) {
  const spans = []
  visit(source, {
    onLiteralValue: (_, offset, length) =>
      spans.push({ start: offset + 1, end: offset + length - 1, kind: 'text' })
  })
  return { spans }
}

function findInMarkdown(source) {
  const [spans, code] = [[], []]
  const range = ({ position: { start, end } }) => ({ start: start.offset, end: end.offset })
  const walk = (node) => {
    if (node.type === 'paragraph' || node.type === 'heading') spans.push({ ...range(node), kind: 'markdown' })
    if (node.type === 'inlineCode' || node.type === 'html') code.push(range(node))
    node.children?.forEach(walk)
  }
  walk(fromMarkdown(source))
  return { spans, code }
}

/** Code within prose becomes underscores, so that columns stay and no rule sees a name. */
const mask = (text) => text.replace(/\S/gu, '_')

const codeIn = {
  comment: /`[^`\n]*`|(?<=@param )(?:\{.*?\} )?[\w[\].=]+|\{[^{}\n]*\}|\bhttps?:\S+/gu,
  message: /\bhttps?:\S+/gu,
  title: /`[^`\n]*`|\$\{[^{}\n]*\}|\bhttps?:\S+/gu,
  text: /\{\w+\}|\\n/gu,
  markdown: /\]\([^)\s]*\)|\bhttps?:\S+/gu
}

function maskAll(source, ranges) {
  return ranges.reduce(
    (text, { start, end }) => text.slice(0, start) + mask(text.slice(start, end)) + text.slice(end),
    source
  )
}

function toLines(source, { start, end, kind }) {
  const before = source.slice(0, start)
  const first = before.split('\n').length
  return source
    .slice(start, end)
    .split('\n')
    .map((raw, index) => {
      const line = raw.replace(codeIn[kind], mask)
      const text = kind === 'comment' ? line.replace(/^[\s*/]+|[\s*/]+$/gu, '') : line.trim()
      const offset = index === 0 ? start - before.lastIndexOf('\n') - 1 : 0
      return { line: first + index, column: offset + line.indexOf(text) + 1, text }
    })
    .filter(({ text }) => text !== '')
}
