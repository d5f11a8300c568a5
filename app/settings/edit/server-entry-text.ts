/** One server entry as JSON text, as a user edits it. */
import { HostError } from '../../base/host-error'
import type { SettingsProblem } from '../../contract/settings'
import { parseSettings } from '../parse/parse-settings'
import { isBreakage, parseDocument, toJsonValue } from '../document/json-document'
import { say } from '../../texts/render-localized'

/**
 * Refuses an invalid entry. Lines of the problems count in `json`.
 * @throws HostError SETTINGS_INVALID (data: problems)
 */
export function requireValidEntry(name: string, json: string): void {
  const document = parseDocument(json, 'entry')
  if (isBreakage(document)) {
    const { message, position } = document
    throw invalid([{ severity: 'error', message, ...position, path: '', serverName: name }])
  }
  // The entry is on its own lines, so that its problems keep their columns.
  const read = parseSettings(`{"mcpServers":{${JSON.stringify(name)}:\n${json}\n}}`)
  const problems = read.type === 'broken' ? [read.problem] : read.problems
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw invalid(errors.map((problem) => ({ ...problem, line: lineWithin(problem) })))
}

function lineWithin({ line }: SettingsProblem): number | null {
  return line === null ? null : Math.max(1, line - 1)
}

function invalid(problems: readonly SettingsProblem[]): HostError {
  return new HostError('SETTINGS_INVALID', problems[0]?.message ?? say('settings.entryRefused'), {
    data: { problems }
  })
}

/** Formats a long entry on one line over several lines; a formatted entry is kept. */
export function layOut(json: string): string {
  if (json.includes('\n') || json.length < 80) return json
  const document = parseDocument(json, 'entry')
  return isBreakage(document) || json.includes('/*')
    ? json
    : JSON.stringify(toJsonValue(document.root), null, 2)
}
