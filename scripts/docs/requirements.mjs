// The requirements of the protocol and the tests that show them. A test says so by its name, which begins with the ids
// and a colon: `test('RPC-03 RPC-04: …')`. The page is written from both, and says where a duty has no test.

import fs from 'node:fs'
import path from 'node:path'
import { inProject } from '../process/paths.mjs'

/** @typedef {{ id: string, level: string, revisions: string, text: string }} Requirement */
/** @typedef {{ ids: string[], title: string, file: string }} NamedTest */

const titles =
  /\b(?:it|test)((?:\.\w+)*)(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:[A-Z]+-\d\d )*[A-Z]+-\d\d): (.+?)\2,/gu
const switchedOff = /\.(?:skip|fixme|todo)\b/u

export const groups = {
  RPC: 'Messages',
  LIFE: 'Lifecycle, revisions and capabilities',
  STDIO: 'stdio',
  HTTP: 'Streamable HTTP',
  SSE: 'HTTP with server-sent events',
  TRN: 'Transports in general',
  AUTH: 'Signing in',
  CANC: 'Cancellation',
  PING: 'Ping',
  PROG: 'Progress',
  TIME: 'Time limits',
  TASK: 'Tasks',
  ROOT: 'Folders',
  SAMP: 'Sampling',
  ELIC: 'Elicitation',
  TOOL: 'Tools',
  RES: 'Resources',
  PROM: 'Prompts',
  COMP: 'Completion',
  LOG: 'Log messages',
  PAGE: 'Pages of lists',
  META: 'Metadata, icons and annotations',
  SEC: 'Safety and consent',
  UI: 'The window',
  SYS: 'Systems that must work'
}

/** What a test is asked for: without one, the check fails. */
const duties = new Set(['MUST', 'SYSTEM'])

/** The requirements and the tests that are named after them. */
export function readProtocol() {
  const file = inProject('scripts/docs/requirements.txt')
  const tests = testFiles().flatMap((name) => findNamedTests(name, fs.readFileSync(inProject(name), 'utf8')))
  return { requirements: readRequirements(fs.readFileSync(file, 'utf8')), tests }
}

function testFiles() {
  return ['app', 'main', 'preload', 'renderer', 'e2e'].flatMap((folder) =>
    fs
      .readdirSync(inProject(folder), { recursive: true })
      .filter((name) => /\.(?:test|spec)\.tsx?$/u.test(name))
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
      .sort()
  )
}

/** One requirement a line: id, level, revisions and text between bars. @returns {Requirement[]} */
export function readRequirements(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id, level, revisions, words] = line.split('|').map((part) => part.trim())
      return { id, level, revisions, text: words }
    })
}

/** Tests named after requirements; those that are switched off show nothing. @returns {NamedTest[]} */
export function findNamedTests(file, source) {
  return [...source.matchAll(titles)]
    .filter(([, modifier]) => !switchedOff.test(modifier))
    .map(([, , , ids, title]) => ({ ids: ids.split(' '), title, file }))
}

/** One sentence for each duty without a test, and for each id that is no requirement's. */
export function missingTests(requirements, tests) {
  const shown = new Set(tests.flatMap(({ ids }) => ids))
  const known = new Set(requirements.map(({ id }) => id))
  const isOfGroup = (id) => Object.hasOwn(groups, id.split('-')[0])
  return [
    ...requirements
      .filter(({ id, level }) => duties.has(level) && !shown.has(id))
      .map(({ id, text }) => `no test is named after ${id} (${text})`),
    ...tests.flatMap(({ ids, file }) =>
      ids
        .filter((id) => isOfGroup(id) && !known.has(id))
        .map((id) => `${file} names ${id}, which is no requirement`)
    )
  ]
}

/** The page; links are relative to `docs/`. */
export function describeRequirements(requirements, tests) {
  const header = `# The protocol, requirement by requirement

What the revisions of the Model Context Protocol ask of a host, and the tests that show that Parley does it. Written by
\`npm run docs\` from \`scripts/docs/requirements.txt\` and the names of the tests; \`npm run check\` fails where a MUST
or a system has none. What the official suites say is in [conformance.md](conformance.md).
`
  return [header, ...Object.entries(groups).map((group) => describeGroup(group, requirements, tests))].join(
    '\n'
  )
}

function describeGroup([prefix, title], requirements, tests) {
  const own = requirements.filter(({ id }) => id.startsWith(`${prefix}-`))
  const isShown = ({ id }) => tests.some(({ ids }) => ids.includes(id))
  const rows = own.map((one) => {
    const places = [...new Set(tests.filter(({ ids }) => ids.includes(one.id)).map(toPlace))]
    return `| ${one.id} | ${one.level === 'SYSTEM' ? '' : one.level} | ${one.revisions} | ${one.text} | ${places.join('<br>')} |`
  })
  return [
    `## ${title}`,
    '',
    `${own.filter(isShown).length} of ${own.length} have a test of their own.`,
    '',
    '| Id | Level | Revisions | Requirement | Tests |',
    '|---|---|---|---|---|',
    ...rows,
    ''
  ].join('\n')
}

function toPlace({ title, file }) {
  return `[${title.replaceAll(/[|[\]\\`]/gu, ' ').replaceAll('<', '&lt;')}](../${file.replaceAll(' ', '%20')})`
}
