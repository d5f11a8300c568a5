/** Why an entry or a pasted configuration was rejected, as one text with positions if the host gives them. */
import { CallFailed, failureMessage } from '../bridge/call'
import type { LocalizedText } from '../../app/contract/localized-text'
import { toText } from '../../app/texts/render-localized'
import { parts } from '../../app/texts/compiled/window/parts'

/** One line per problem: `Line 3, column 5: …`. */
export function saveProblem(error: unknown): string {
  const problems = error instanceof CallFailed ? error.data?.['problems'] : undefined
  const lines = Array.isArray(problems) ? problems.map(describe).filter((line) => line !== null) : []
  const message = failureMessage(error)
  return lines.some((line) => line.endsWith(message)) ? lines.join('\n') : [message, ...lines].join('\n')
}

function describe(problem: unknown): string | null {
  if (typeof problem !== 'object' || problem === null || !('message' in problem)) return null
  if (typeof problem.message !== 'object' || problem.message === null) return null
  const message = toText(problem.message as LocalizedText)
  const line = 'line' in problem && typeof problem.line === 'number' ? problem.line : null
  const column = 'column' in problem && typeof problem.column === 'number' ? problem.column : null
  if (line === null || message.includes(`line ${line}`)) return message
  return column === null
    ? parts.problemAt({ line, problem: message })
    : parts.problemAtColumn({ line, column, problem: message })
}
