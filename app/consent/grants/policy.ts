/**
 * The one place that decides whether a call goes on by itself: what was granted before against what is asked now.
 * Pure; `approvals.ts` asks, keeps and forgets, `describe-verdict.ts` says why a grant did not do.
 */
import type { DataFlow } from '../../contract/flows'
import type { GrantCondition, GrantScope } from '../../contract/grants'
import type { ToolEffect } from '../../contract/consents'
import type { JsonObject } from '../../contract/json'
import type { StoredGrant } from '../../history/interface'
import { namesOfLimits, strangeName } from './argument-names'
import { brokenCondition } from './conditions'
import { holdsWhatAlwaysAsks } from './flow-grants'
import type { FindRealPlace } from './real-place'

/** What decides whether a grant covers a call. */
export interface ToolCallFacts {
  readonly conversationId: string
  readonly serverName: string
  readonly toolName: string
  /** Hash of the tool's definition as it is now. */
  readonly definitionHash: string
  readonly effect: ToolEffect
  readonly arguments: JsonObject
  /** Text in the arguments that came from elsewhere. */
  readonly flows: readonly DataFlow[]
  /** Servers whose text the call may carry, in whatever form, and nothing permits to go there. */
  readonly newFlows: readonly string[]
  /** Fingerprint that the server is trusted by now; null when it is not. */
  readonly serverFingerprint: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Not honoured, whatever was granted. */
  readonly forbiddenScopes: readonly GrantScope[]
  /** Its server announced other tools, and they are not known yet. Absent: it did not. */
  readonly isToolChanging?: boolean
  /** Absent: paths count as they are written. */
  readonly findRealPlace?: FindRealPlace
}

/** Why a grant that reaches the call does not cover it, the weightiest first. */
export type Obstacle =
  | { readonly type: 'definition-changed' }
  /** Nobody knows what the tool is by now. */
  | { readonly type: 'tools-changing' }
  | { readonly type: 'server-changed' }
  | { readonly type: 'effect'; readonly effect: ToolEffect }
  /** It came to the server after the permission for its tools. */
  | { readonly type: 'new-tool' }
  | { readonly type: 'condition'; readonly condition: GrantCondition }
  /** A JSON Pointer to an argument that no limit could speak of. */
  | { readonly type: 'argument-name'; readonly pointer: string }
  | { readonly type: 'flow' }
const weight: readonly Obstacle['type'][] = [
  'definition-changed',
  'tools-changing',
  'server-changed',
  'effect',
  'new-tool',
  'condition',
  'argument-name',
  'flow'
]

export type PolicyVerdict =
  | { readonly type: 'allow'; readonly grantId: string }
  /** Why the person is asked although something was granted; null when nothing was. */
  | {
      readonly type: 'ask'
      readonly obstacle: Obstacle | null
      readonly grant: StoredGrant | null
    }

/** Of several grants that do, one without a count is used. */
export function judgeToolCall(grants: readonly StoredGrant[], call: ToolCallFacts): PolicyVerdict {
  const reaching = grants.filter(
    (grant) => isForCall(grant, call) && !call.forbiddenScopes.includes(grant.scope)
  )
  const judged = reaching.map((grant) => ({ grant, obstacle: obstacleOf(grant, call) }))
  const valid = judged.filter(({ obstacle }) => obstacle === null).map(({ grant }) => grant)
  const chosen = valid.find(({ usesLeft }) => usesLeft === null) ?? valid[0]
  if (chosen !== undefined) return { type: 'allow', grantId: chosen.id }
  const [first] = judged.toSorted((one, other) => weightOf(one.obstacle) - weightOf(other.obstacle))
  return { type: 'ask', obstacle: first?.obstacle ?? null, grant: first?.grant ?? null }
}

/** Scopes that may be offered for a call: several tools at once only where the tool would be among them. */
export function scopesFor(call: ToolCallFacts): GrantScope[] {
  const scopes: GrantScope[] = ['conversation', 'always']
  if (isForServerScope('server-conversation', call.effect)) scopes.push('server-conversation')
  if (isForServerScope('read-only', call.effect) && call.serverFingerprint !== null) scopes.push('read-only')
  return scopes.filter((scope) => !call.forbiddenScopes.includes(scope))
}

/** Whether a permission for several tools may take in a tool of this effect: one that destroys is named by itself. */
export function isForServerScope(scope: GrantScope, effect: ToolEffect): boolean {
  if (scope === 'read-only') return effect === 'read-only'
  return scope === 'server-conversation' && effect !== 'destructive' && effect !== 'doubtful'
}

function isForCall(grant: StoredGrant, call: ToolCallFacts): boolean {
  if (grant.serverName !== call.serverName) return false
  if (grant.toolName !== null && grant.toolName !== call.toolName) return false
  // A tool that never was read-only is not what the permission was about.
  if (grant.scope === 'read-only' && !isOrWasReadOnly(grant, call)) return false
  return grant.conversationId === null || grant.conversationId === call.conversationId
}

function isOrWasReadOnly(grant: StoredGrant, call: ToolCallFacts): boolean {
  return call.effect === 'read-only' || Object.hasOwn(grant.coveredTools, call.toolName)
}

function obstacleOf(grant: StoredGrant, call: ToolCallFacts): Obstacle | null {
  const hash = grant.toolName === null ? coveredHash(grant, call) : grant.definitionHash
  if (hash !== undefined && hash !== call.definitionHash) return { type: 'definition-changed' }
  if (call.isToolChanging === true) return { type: 'tools-changing' }
  if (grant.serverFingerprint !== call.serverFingerprint) return { type: 'server-changed' }
  if (grant.toolName === null && !isForServerScope(grant.scope, call.effect))
    return { type: 'effect', effect: call.effect }
  if (hash === undefined) return { type: 'new-tool' }
  const condition = brokenCondition(grant.conditions, {
    ...call,
    usesLeft: grant.usesLeft,
    folderPlaces: grant.folderPlaces
  })
  if (condition !== null) return { type: 'condition', condition }
  const strange = strangeNameFor(grant, call)
  if (strange !== null) return { type: 'argument-name', pointer: strange }
  return call.newFlows.length > 0 || holdsWhatAlwaysAsks(call.flows) ? { type: 'flow' } : null
}

/** Only limits on arguments are about their names; a permission without any is for whatever the call holds. */
function strangeNameFor({ conditions, argumentNames }: StoredGrant, call: ToolCallFacts): string | null {
  if (!conditions.some((condition) => 'pointer' in condition)) return null
  return strangeName(call.arguments, argumentNames ?? namesOfLimits(conditions))
}

function coveredHash({ coveredTools }: StoredGrant, { toolName }: ToolCallFacts): string | undefined {
  return Object.hasOwn(coveredTools, toolName) ? coveredTools[toolName] : undefined
}

function weightOf(obstacle: Obstacle | null): number {
  return obstacle === null ? weight.length : weight.indexOf(obstacle.type)
}
