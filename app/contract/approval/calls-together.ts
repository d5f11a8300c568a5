/**
 * Which calls one press may allow together: the page offers it where this says so, and the host holds it to that. Free of
 * zod, for the page.
 */
import type { ToolCallQuestion } from '../questions/questions'
import { isIdentifier } from './identifier'

/** It has something that wants to be read before a yes, and so takes a press of its own. */
export function isRemarkable({ toolName, note, warnings = [], flows = [] }: ToolCallQuestion): boolean {
  return !isIdentifier(toolName) || note !== null || warnings.length > 0 || flows.length > 0
}

/** Once each. One that needs a look keeps all of them apart: it is not to be lost among the others. */
export function mayBeAllowedTogether(questions: readonly ToolCallQuestion[]): boolean {
  return !questions.some(isRemarkable)
}
