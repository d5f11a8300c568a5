// Parley's own rules for commitlint, in the form that its plugins have: [whether it is in order, what to do].

import fs from 'node:fs'
import { inProject } from '../process/paths.mjs'

const topFolders = ['app', 'docs', 'e2e', 'main', 'preload', 'renderer', 'resources', 'scripts']
/** Scopes that have no folder and no page. */
const subjects = ['changelog', 'ci', 'commits', 'deps', 'knip', 'lint', 'readme', 'window']

/** Verbs that look like another form of a verb. */
const verbs = new Set(
  (
    'bring sing string embed exceed feed need proceed seed shed shred speed ' +
    'access address bias bypass compress cross discuss dismiss express focus guess pass press process suppress toss'
  ).split(' ')
)
const notVerb =
  /^(?:\w+ing|\w+ed|\w+s|an?|the|no|one|every|each|what|who|when|where|after|before|it|this|that)$/iu

/** There is no list of all verbs, so this only refuses a first word with the form of something else. */
export function isImperative({ subject }) {
  const [first] = (subject ?? '').split(/\s/u)
  const isVerb = verbs.has(first.toLowerCase()) || !notVerb.test(first)
  return [isVerb, `start the subject with a verb as in "add" (not "adds", "added", "adding"): ${first}`]
}

/** A scope is the name of a folder at any depth, of a page of docs, or one of a few subjects. */
export function isKnownScope({ scope }) {
  const unknown = (scope ?? '').split(/[\s,/]+/u).filter((name) => name !== '' && !listScopes().has(name))
  return [
    unknown.length === 0,
    `use the name of a folder or of a page in docs as scope: ${unknown.join(', ')}`
  ]
}

/** @type {Set<string> | undefined} */
let scopes

function listScopes() {
  scopes ??= new Set([...topFolders, ...subjects, ...listFoldersAndPages()])
  return scopes
}

function listFoldersAndPages() {
  const options = { recursive: true, withFileTypes: true }
  const inside = topFolders.flatMap((top) => fs.readdirSync(inProject(top), options))
  const pages = fs.readdirSync(inProject('docs')).map((name) => name.replace(/\.md$/u, ''))
  return [...inside.filter((entry) => entry.isDirectory()).map(({ name }) => name), ...pages]
}
