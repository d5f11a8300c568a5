/** Argument problems from the host as form messages. */
import type { ArgumentProblem } from '../../app/contract/servers'
import { toText } from '../../app/texts/localized'
import type { FieldProblem } from '../ui/schema-form/json'

export function toFieldProblems(problems: readonly ArgumentProblem[]): FieldProblem[] {
  return problems.map(({ path, message }) => ({ path, message: toText(message) }))
}
