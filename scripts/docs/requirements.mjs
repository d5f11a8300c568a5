// The requirements of the protocol and the tests that show them. A test says so by its name, which begins with the ids
// and a colon: `test('RPC-03 RPC-04: …')`. The page is written from both, and says where a duty has no test.

import fs from 'node:fs'
import path from 'node:path'
import { inProject } from '../process/paths.mjs'
import { tableLines } from './pages.mjs'

/** @typedef {{ id: string, level: string, revisions: string, text: string, isBuilt: boolean }} Requirement */
/** @typedef {{ ids: string[], title: string, file: string }} NamedTest */

/** Of our own table, or of the catalogue of host requirements of MCP Apps, such as `security/csp-default-deny`. */
export const idPattern = String.raw`(?:[A-Z]+-\d\d|[a-z]+(?:-[a-z]+)?/[a-z]+(?:-[a-z]+)*)`

const titles = new RegExp(
  String.raw`\b(?:it|test|sharedTest)((?:\.\w+)*)(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"\x60])((?:${idPattern} )*${idPattern}): (.+?)\2,`,
  'gu'
)
const switchedOff = /\.(?:skip|fixme|todo)\b/u

export const groups = {
  ARCH: 'Host, clients and servers',
  RPC: 'Messages',
  LIFE: 'Lifecycle, revisions and capabilities',
  STDIO: 'stdio',
  HTTP: 'Streamable HTTP',
  SSE: 'HTTP with server-sent events',
  TRN: 'Transports',
  AUTH: 'Sign-in',
  CANC: 'Cancellation',
  PING: 'Ping',
  PROG: 'Progress',
  TIME: 'Time limits',
  TASK: 'Tasks',
  ROOT: 'Roots',
  SAMP: 'Sampling',
  ELIC: 'Elicitation',
  TOOL: 'Tools',
  RES: 'Resources',
  PROM: 'Prompts',
  COMP: 'Completion',
  LOG: 'Log messages',
  PAGE: 'Pagination',
  META: 'Metadata, icons and annotations',
  SEC: 'Security and consent',
  CONF: 'Server settings',
  UI: 'The window',
  DBG: 'Troubleshooting',
  CHAT: 'Conversations with a model',
  SDK: 'The client library',
  ECO: 'Ecosystem: servers, libraries, documents',
  SYS: 'Systems that must work',
  APPS: 'Apps of servers (MCP Apps 2026-01-26)'
}

const groupOf = (id) => (id.includes('/') ? 'APPS' : id.split('-')[0])

/** The requirements and the tests that are named after them. */
export function readProtocol() {
  const file = inProject('scripts/docs/requirements.txt')
  const tests = testFiles().flatMap((name) => findNamedTests(name, fs.readFileSync(inProject(name), 'utf8')))
  return { requirements: readRequirements(fs.readFileSync(file, 'utf8')), tests }
}

function testFiles() {
  return ['app', 'main', 'preload', 'renderer', 'scripts', 'e2e'].flatMap((folder) =>
    fs
      .readdirSync(inProject(folder), { recursive: true })
      .filter((name) => /\.(?:test|spec|services)\.(?:tsx?|mjs)$/u.test(name))
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
      .sort()
  )
}

/**
 * One requirement a line: id, level, revisions and text between bars, and behind another bar `not built` where Parley
 * does not do it yet.
 * @returns {Requirement[]}
 */
export function readRequirements(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id, level, revisions, words, mark] = line.split('|').map((part) => part.trim())
      if (mark !== undefined && mark !== 'not built') throw new Error(`“${mark}” at ${id} means nothing`)
      return { id, level, revisions, text: words, isBuilt: mark === undefined }
    })
}

/** Tests named after requirements; those that are switched off show nothing. @returns {NamedTest[]} */
export function findNamedTests(file, source) {
  return [...source.matchAll(titles)]
    .filter(([, modifier]) => !switchedOff.test(modifier))
    .map(([, , , ids, title]) => ({ ids: ids.split(' '), title, file }))
}

/** One sentence for each requirement whose mark and tests disagree, and for each id that is no requirement's. */
export function missingTests(requirements, tests) {
  const shown = new Set(tests.flatMap(({ ids }) => ids))
  const known = new Set(requirements.map(({ id }) => id))
  const isOfGroup = (id) => Object.hasOwn(groups, groupOf(id))
  return [
    ...requirements
      .filter(({ id, isBuilt }) => isBuilt && !shown.has(id))
      .map(({ id, text }) => `no test is named after ${id} (${text})`),
    ...requirements
      .filter(({ id, isBuilt }) => !isBuilt && shown.has(id))
      .map(({ id, text }) => `a test is named after ${id} (${text}), which counts as not built`),
    ...tests.flatMap(({ ids, file }) =>
      ids
        .filter((id) => isOfGroup(id) && !known.has(id))
        .map((id) => `${file} names ${id}, which is no requirement`)
    )
  ]
}

/** How many requirements of the protocol, and how many systems, there are and are built. */
export function countBuilt(requirements) {
  const count = (list) => ({ built: list.filter(({ isBuilt }) => isBuilt).length, all: list.length })
  return {
    requirements: count(requirements.filter(({ id, level }) => level !== 'SYSTEM' && groupOf(id) !== 'APPS')),
    systems: count(requirements.filter(({ level }) => level === 'SYSTEM'))
  }
}

/** What a document says of both counts (`N of N requirements`, `N of N systems`) and does not agree with them. */
export function wrongCounts(text, counts) {
  return Object.entries(counts).flatMap(([name, { built, all }]) => {
    const right = `${built} of ${all} ${name}`
    const said = [...text.matchAll(new RegExp(`\\b\\d+ of \\d+\\s+${name}\\b`, 'gu'))].map(([words]) =>
      words.replaceAll(/\s+/gu, ' ')
    )
    const wrong = said.filter((words) => words !== right).map((words) => `“${words}” is “${right}”`)
    return said.length === 0 ? [`“${right}” is missing`] : wrong
  })
}

/** The page; links are relative to `docs/`. */
export function describeRequirements(requirements, tests) {
  const { requirements: own, systems } = countBuilt(requirements)
  const header = `# Protocol requirements

What the revisions of the Model Context Protocol and related documents require of a host or recommend, the systems that must
work, and the tests that prove it. ${own.built} of ${own.all} requirements and ${systems.built} of ${systems.all} systems are built. The last table follows the host requirements of MCP
Apps' own conformance catalogue. A row counts as built when a
running test has its id. \`npm run docs\` writes this page from \`scripts/docs/requirements.txt\` and the test titles, and \`npm run check\`
fails if they disagree. [conformance.md](conformance.md) has the results of the official suites. Tests in \`e2e/services\` use real services
and run on demand with \`npm run services\`.

${describeLevels(requirements)}
`
  return [header, ...Object.entries(groups).map((group) => describeGroup(group, requirements, tests))].join(
    '\n'
  )
}

function describeLevels(requirements) {
  const levels = [...new Set(requirements.map(({ level }) => level))]
  const order = ['MUST', 'SHOULD', 'MAY', 'guidance', 'SYSTEM']
  const rows = levels
    .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((level) => {
      const own = requirements.filter((one) => one.level === level)
      const built = own.filter(({ isBuilt }) => isBuilt).length
      return [toLevel(level), own.length, built, own.length - built]
    })
  return tableLines(['Level', 'Rows', 'Built', 'Not built yet'], rows).join('\n')
}

const toLevel = (level) => level.replace('SYSTEM', 'system')

function describeGroup([prefix, title], requirements, tests) {
  const own = requirements.filter(({ id }) => groupOf(id) === prefix)
  const rows = own.map(({ id, level, revisions, text, isBuilt }) => {
    const places = [...new Set(tests.filter(({ ids }) => ids.includes(id)).map(toPlace))]
    const shown = isBuilt ? places.join('<br>') : 'not built yet'
    return [id, toLevel(level), revisions, text, shown]
  })
  return [
    `## ${title}`,
    '',
    `${own.filter(({ isBuilt }) => isBuilt).length} of ${own.length} are built.`,
    '',
    ...tableLines(['Id', 'Level', 'Revisions', 'Requirement', 'Tests'], rows),
    ''
  ].join('\n')
}

function toPlace({ title, file }) {
  return `[${title.replaceAll(/[|[\]\\`]/gu, ' ').replaceAll('<', '&lt;')}](../${file.replaceAll(' ', '%20')})`
}
