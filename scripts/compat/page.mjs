// Writes docs/compatibility.md from the results of the real servers. Pure.

import { tableLines } from '../docs/pages.mjs'
import { root } from '../process/paths.mjs'

/** Whether the pinned version connected and answered a call. */
export const worksNow = (row, result) => result?.works === true && result.version === row.version

/** It is a row of the table of apps. */
const isApp = (row) => row.shows !== undefined

/** One line for the terminal. */
export function renderRow(row, result) {
  const name = `${row.name} (${row.package} ${row.version})`
  if (worksNow(row, result))
    return isApp(row)
      ? `works ${name}: ${counted(result.questions, 'question')}`
      : `works ${name}: ${result.seconds.toFixed(1)} s, ${counted(result.questions, 'question')}, ${counted(result.tools, 'tool')}`
  return `FAILS ${name}: ${row.cannot ?? firstLine(result?.reason ?? 'it has no result')}`
}

/**
 * The whole page. `all`: `{ row, result }` for each row of both tables; `result.questions` is the number of questions
 * from paste to the first result, `result.seconds` the time from trust to connected without the download.
 */
export function describeCompatibility(all) {
  const results = all.filter(({ row }) => !isApp(row))
  const ran = results.filter(({ result }) => result !== null)
  const working = ran.filter(({ row, result }) => worksNow(row, result))
  const failing = ran.filter(({ row, result }) => !worksNow(row, result))
  const waiting = results.filter(({ result }) => result === null)
  const sandboxed = working.filter(({ result }) => result.isSandboxed)
  const questions = median(working.map(({ result }) => result.questions))
  const seconds = median(working.map(({ result }) => result.seconds))
  return `${[
    introduction,
    `**${working.length} of ${ran.length} servers work**, ${sandboxed.length} of them sandboxed. From paste to the first result there are ${questions} questions (median), and from trust to connected it takes ${seconds.toFixed(1)} s (median), without the download.`,
    `## Results\n\n${tableOf(ran)}`,
    waiting.length === 0 ? '' : `Not run yet: ${waiting.map(({ row }) => `\`${row.package}\``).join(', ')}.`,
    failing.length === 0 ? '' : `## What doesn’t work\n\n${failing.map(failureOf).join('\n')}`,
    describeApps(all.filter(({ row, result }) => isApp(row) && result !== null)),
    `## What the answers say\n\n${notesOf(working)}`,
    `## What was blocked\n\n${blockedOf(working)}`
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

const introduction = `# Compatibility

\`npm run compat\` writes this page. It adds real servers in the real window, as you would: it pastes the configuration from the
server's README, with a fixed version and fake keys. It trusts the server, allows the hosts that the server asks for, and waits for the
connection. Then it lists the tools, opens the form of each tool, and runs one call.

A call counts if the server answers it, even with an error of its service: the test computer reaches package registries only, and the
keys are fake. The Questions column counts what Parley asked between the paste and the first result: about trust, hosts and the call.`

function tableOf(results) {
  const rows = results.map(({ row, result }) => [
    `\`${row.package}\``,
    row.version,
    result.date,
    worksNow(row, result) ? yesOrNo(result.isSandboxed) : '–',
    worksNow(row, result) ? result.tools : '–',
    worksNow(row, result) ? result.questions : '–',
    worksNow(row, result) ? result.seconds.toFixed(1) : '–',
    worksNow(row, result) ? 'works' : 'doesn’t work'
  ])
  const head = ['Package', 'Version', 'Date', 'Sandboxed', 'Tools', 'Questions', 'Seconds', 'Result']
  return tableLines(head, rows).join('\n')
}

function describeApps(results) {
  if (results.length === 0) return ''
  const rows = results.map(({ row, result }) => [
    `\`${row.package}\``,
    row.version,
    result.date,
    row.calls === undefined ? '–' : `\`${row.calls}\``,
    worksNow(row, result) ? result.questions : '–',
    worksNow(row, result) ? 'works' : 'doesn’t work',
    row.note ?? ''
  ])
  const head = ['Package', 'Version', 'Date', 'Tool that the app calls', 'Questions', 'Result', 'Note']
  const working = results.filter(({ row, result }) => worksNow(row, result))
  return `## Apps\n\n${appsIntroduction}\n\n**${working.length} of ${results.length} work.**\n\n${tableLines(head, rows).join('\n')}`
}

const appsIntroduction = `The example servers of MCP Apps. Each app is drawn in the card of its call, calls its server after approval if it has a call to
make, follows the theme, fills the window, and opens again from the history without a call.`

const yesOrNo = (is) => (is ? 'yes' : 'no')

const failureOf = ({ row, result }) => `- \`${row.package}\`: ${row.cannot ?? firstLine(result.reason)}`

function notesOf(working) {
  const notes = new Map()
  for (const { row } of working) {
    const note = row.call.note ?? 'The call has its own result.'
    notes.set(note, [...(notes.get(note) ?? []), `\`${row.package}\``])
  }
  return [...notes].map(([note, names]) => `- ${note} ${names.join(', ')}`).join('\n')
}

function blockedOf(working) {
  const lines = working
    .filter(({ result }) => result.blocked.length > 0)
    .map(({ row, result }) => `- \`${row.package}\`: ${result.blocked.map(plain).join('; ')}`)
  return lines.length === 0 ? 'Nothing.' : lines.join('\n')
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return 0
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Removes what differs between runs: times, and folders of the run and the computer. */
const plain = (text) =>
  text
    .replaceAll(/\/tmp\/parley-e2e-[^/\s]+/gu, '…')
    .replaceAll(/ · [A-Z][a-z]{2} \d+, \d{4}, [\d:]+ [AP]M/gu, '')
    .replaceAll(root, '…')
    .replaceAll(/[|<>]/gu, ' ')
    .trim()

// Colours of the terminal.
const escapes = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'gu')
const longest = 240
/** In the list of servers, the reason follows the command and the sandbox state. */
const beforeReason = /^Error: .*?stdio(?:Sandboxed|Contained)/u
const firstLine = (text) =>
  plain(text.replaceAll(escapes, '').split('\n')[0].replace(beforeReason, '')).slice(0, longest)
