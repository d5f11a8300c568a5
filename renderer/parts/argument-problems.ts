/** Where arguments do not fit, as the host tells it, in the words of a form. */
import type { ArgumentProblem } from '../../app/contract/servers'
import { toText } from '../../app/texts/render-localized'
import type { FieldProblem } from '../ui/schema-form/json'

export function wordProblems(problems: readonly ArgumentProblem[]): FieldProblem[] {
  return problems.map(({ path, message }) => ({ path, message: toText(message) }))
}
