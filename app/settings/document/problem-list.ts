/** Collects the problems of one file, each with its position, in the order of the file and up to a limit. */
import type { Node } from 'jsonc-parser'
import type { SettingsProblem } from '../../contract/settings'
import { createLineIndex, formatPath, nearestNode } from './json-document'
import type { JsonDocument, JsonPath } from './json-document'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** More would only bury the first ones. */
const mostShown = 500

export interface ProblemCollector {
  /** `node` if the path doesn't identify the position (a repeated key). */
  error(path: JsonPath, message: LocalizedText, node?: Node): SettingsProblem
  warning(path: JsonPath, message: LocalizedText, node?: Node): SettingsProblem
  /** In the order of the file. */
  list(): readonly SettingsProblem[]
}

export function createProblemList(document: JsonDocument): ProblemCollector {
  const positionAt = createLineIndex(document.text)
  const found: SettingsProblem[] = []
  const add =
    (severity: SettingsProblem['severity']) => (path: JsonPath, message: LocalizedText, node?: Node) => {
      const position = positionAt((node ?? nearestNode(document.root, path)).offset)
      const problem = { severity, message, ...position, path: formatPath(path), serverName: getServer(path) }
      found.push(problem)
      return problem
    }
  return {
    error: add('error'),
    warning: add('warning'),
    list: () => limit([...found].sort(byPlace))
  }
}

/** A problem with the file itself rather than a position in it. */
export function fileProblem(severity: SettingsProblem['severity'], message: LocalizedText): SettingsProblem {
  return { severity, message, line: null, column: null, path: '', serverName: null }
}

function getServer(path: JsonPath): string | null {
  const [section, name] = path
  // An empty or invalid name can't be shown as a server.
  return section === 'mcpServers' && typeof name === 'string' && name !== '' && name.length <= 200
    ? name
    : null
}

function byPlace(one: SettingsProblem, other: SettingsProblem): number {
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0)
}

function limit(problems: readonly SettingsProblem[]): readonly SettingsProblem[] {
  if (problems.length <= mostShown) return problems
  const rest = problems.length - mostShown
  return [
    ...problems.slice(0, mostShown),
    fileProblem('warning', say('settings.moreProblems', { count: rest }))
  ]
}
