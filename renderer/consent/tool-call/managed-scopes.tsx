/** The longer permissions that a policy allows in a question, and why others are missing. */
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { useProjection } from '../../state/projection'
import { ManagedNote } from '../../parts/managed-note'
import { consent } from '../../../app/texts/compiled/window/consent'

export function ManagedScopes() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined || managed.forbiddenScopes.length === 0) return null
  return <ManagedNote file={managed.file}>{consent.scopesForbidden()}</ManagedNote>
}

/** The same question without permissions that were forbidden since. */
export function useManagedQuestion(question: ToolCallQuestion): ToolCallQuestion {
  const forbidden = useProjection((state) => state.settings.managed?.forbiddenScopes)
  const { scopes } = question
  if (forbidden === undefined || scopes === undefined) return question
  return { ...question, scopes: scopes.filter((scope) => !forbidden.includes(scope)) }
}
