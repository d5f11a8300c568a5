/**
 * Decides which calls one press may allow together. The page offers it, and the host enforces it. Free of zod, because
 * the page imports it.
 */
import type { ToolCallQuestion } from './questions'
import { isIdentifier } from './identifier'

/** True if the user must read something before approving, so that the call needs its own press. */
export function isRemarkable({ toolName, note, warnings = [], flows = [] }: ToolCallQuestion): boolean {
  return !isIdentifier(toolName) || note !== null || warnings.length > 0 || flows.length > 0
}

/** One remarkable call keeps all of them separate, so that it isn't missed among the others. */
export function mayBeAllowedTogether(questions: readonly ToolCallQuestion[]): boolean {
  return !questions.some(isRemarkable)
}
