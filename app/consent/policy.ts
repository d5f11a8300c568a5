/** What was granted before against what is asked now. Pure; `gate.ts` asks, keeps and forgets. */
import type { StoredGrant } from '../history/interface'

/** What decides whether a grant covers a call. */
export interface ToolCallFacts {
  readonly conversationId: string
  readonly serverName: string
  readonly toolName: string
  /** Hash of the tool's definition as it is now. */
  readonly definitionHash: string
}

export type Verdict =
  | { readonly type: 'allow'; readonly grantId: string }
  /** `note`: why the person is asked although they allowed the tool once. */
  | { readonly type: 'ask'; readonly note: string | null }

export const definitionChangedNote = "The tool's definition changed since you allowed it."

/** A grant allows only the very definition that it was given for; a changed one is asked for again. */
export function judgeToolCall(grants: readonly StoredGrant[], call: ToolCallFacts): Verdict {
  const covering = grants.filter((grant) => isForCall(grant, call))
  const valid = covering.find((grant) => grant.definitionHash === call.definitionHash)
  if (valid !== undefined) return { type: 'allow', grantId: valid.id }
  return { type: 'ask', note: covering.length > 0 ? definitionChangedNote : null }
}

function isForCall(grant: StoredGrant, call: ToolCallFacts): boolean {
  if (grant.serverName !== call.serverName || grant.toolName !== call.toolName) return false
  return grant.scope === 'always' || grant.conversationId === call.conversationId
}
