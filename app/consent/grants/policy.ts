/**
 * The only place that decides whether a call runs without a question, by comparing saved permissions with the call.
 * Pure. `approvals.ts` asks and stores, `describe-verdict.ts` explains why a permission didn't apply.
 */
import type { DataFlow } from '../../contract/flows'
import type { GrantCondition, GrantScope } from '../../contract/grants'
import type { ToolEffect } from '../../contract/tool-definition'
import type { JsonObject } from '../../contract/json'
import type { StoredGrant } from '../../history/interface'
import { nameLimits, findUnknownName } from './argument-names'
import { brokenCondition } from './conditions'
import { containsAlwaysAskedText } from './flow-grants'
import type { FindRealPath } from './real-path'

/** The facts that decide whether a permission covers a call. */
export interface ToolCallFacts {
  readonly conversationId: string
  readonly serverName: string
  readonly toolName: string
  /** Hash of the tool's current definition. */
  readonly definitionHash: string
  readonly effect: ToolEffect
  readonly arguments: JsonObject
  /** Text of other servers in the arguments. */
  readonly flows: readonly DataFlow[]
  /** Servers whose text the call may carry, in any form, without a permission to share it. */
  readonly newFlows: readonly string[]
  /** Fingerprint that the server is trusted with; null if it isn't trusted. */
  readonly serverFingerprint: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Ignored even if they were allowed. */
  readonly forbiddenScopes: readonly GrantScope[]
  /** The server announced tool changes that haven't been listed yet. Absent: it didn't. */
  readonly isToolChanging?: boolean
  /** Absent: paths are compared as written. */
  readonly findRealPath?: FindRealPath
}

/** Why a permission for this tool doesn't cover the call, most important first. */
export type Obstacle =
  | { readonly type: 'definition-changed' }
  /** The current definition of the tool is unknown. */
  | { readonly type: 'tools-changing' }
  | { readonly type: 'server-changed' }
  | { readonly type: 'effect'; readonly effect: ToolEffect }
  /** The tool was added after the permission for the server's tools. */
  | { readonly type: 'new-tool' }
  | { readonly type: 'condition'; readonly condition: GrantCondition }
  /** A JSON Pointer to an argument that the limits don't cover. */
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
  /** Why Parley asks despite a permission; null if there was none. */
  | {
      readonly type: 'ask'
      readonly obstacle: Obstacle | null
      readonly grant: StoredGrant | null
    }

/** Uses a permission without a count if several apply. */
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

/** Scopes that may be offered for a call. A scope for several tools is offered only if it would include this tool. */
export function scopesFor(call: ToolCallFacts): GrantScope[] {
  const scopes: GrantScope[] = ['conversation', 'always']
  if (isForServerScope('server-conversation', call.effect)) scopes.push('server-conversation')
  if (isForServerScope('read-only', call.effect) && call.serverFingerprint !== null) scopes.push('read-only')
  return scopes.filter((scope) => !call.forbiddenScopes.includes(scope))
}

/**
 * Whether a permission for several tools may include a tool with this effect. A destructive tool needs its own
 * permission.
 */
export function isForServerScope(scope: GrantScope, effect: ToolEffect): boolean {
  if (scope === 'read-only') return effect === 'read-only'
  return scope === 'server-conversation' && effect !== 'destructive' && effect !== 'doubtful'
}

function isForCall(grant: StoredGrant, call: ToolCallFacts): boolean {
  if (grant.serverName !== call.serverName) return false
  if (grant.toolName !== null && grant.toolName !== call.toolName) return false
  // A tool that never was read-only isn't what the permission was about.
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
  return call.newFlows.length > 0 || containsAlwaysAskedText(call.flows) ? { type: 'flow' } : null
}

/** Only limits on arguments restrict argument names. A permission without such limits covers any arguments. */
function strangeNameFor({ conditions, argumentNames }: StoredGrant, call: ToolCallFacts): string | null {
  if (!conditions.some((condition) => 'pointer' in condition)) return null
  return findUnknownName(call.arguments, argumentNames ?? nameLimits(conditions))
}

function coveredHash({ coveredTools }: StoredGrant, { toolName }: ToolCallFacts): string | undefined {
  return Object.hasOwn(coveredTools, toolName) ? coveredTools[toolName] : undefined
}

function weightOf(obstacle: Obstacle | null): number {
  return obstacle === null ? weight.length : weight.indexOf(obstacle.type)
}
