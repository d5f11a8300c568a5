/**
 * Suggests a permission after several approvals in a row of the same tool in one conversation: the narrowest one that
 * covers all of them. Only the user can accept it, and then it is a permission like any other.
 */
import type { GrantCondition } from '../../contract/grants'
import type { ToolCallQuestion } from '../../contract/questions/questions'
import type { PermissionSuggestion } from '../../contract/consent-view'
import type { JsonObject } from '../../contract/json'
import type { StoredGrant } from '../../history/interface'
import { createEmitter } from '../../base/emitter'
import { namesIn, namesLeftFree } from '../grants/argument-names'
import { findNarrowestConditions } from '../grants/narrowest-conditions'
import { scopesFor, type ToolCallFacts } from '../grants/policy'
import { containsAlwaysAskedText } from '../grants/flow-grants'
import { resolveRealFolders, type FindRealPath } from '../grants/real-path'

/** This many approvals show a pattern. */
const enough = 5
const mostHabits = 200

interface Row {
  readonly calls: readonly JsonObject[]
  readonly offer:
    | (PermissionSuggestion & { readonly definitionHash: string; readonly serverFingerprint: string | null })
    | null
  /** The user wants to keep being asked. */
  readonly isOver: boolean
}

interface HabitOptions {
  readonly newId: () => string
  readonly now: () => number
  readonly findRealPath: FindRealPath
}

export type PermissionSuggestions = ReturnType<typeof createPermissionSuggestions>

/** Kept only until Parley quits, because approvals from earlier runs say little about this one. */
export function createPermissionSuggestions({ newId, now, findRealPath }: HabitOptions) {
  const rows = new Map<string, Row>()
  const changed = createEmitter<void>()
  const offers = () => [...rows.values()].flatMap(({ offer }) => offer ?? [])
  const put = (key: string, row: Row): void => {
    const isNews = (rows.get(key)?.offer ?? null) !== row.offer
    rows.delete(key)
    rows.set(key, row)
    for (const oldest of rows.keys()) if (rows.size > mostHabits) rows.delete(oldest)
    if (isNews) changed.emit()
  }
  const restart = (key: string): void => put(key, { ...nothing, isOver: rows.get(key)?.isOver === true })
  const rowOf = (habitId: string) => [...rows].find(([, { offer }]) => offer?.id === habitId)

  return {
    onChanged: (listener: () => void) => changed.on(listener),
    view: (): PermissionSuggestion[] =>
      offers().map(({ definitionHash: _hash, serverFingerprint: _fingerprint, ...habit }) => habit),
    /** The user allowed this call once. */
    allowed: (question: ToolCallQuestion, facts: ToolCallFacts): void => {
      const key = keyOf(facts)
      const before = rows.get(key)
      if (before?.isOver === true) return
      if (!isHarmless(question, facts)) return before && restart(key)
      const calls = [...(before?.calls ?? []), facts.arguments].slice(-enough)
      const conditions = calls.length < enough ? null : findNarrowestConditions(calls, findRealPath)
      const offer = conditions && toOffer(newId(), facts, conditions)
      put(key, { calls, offer, isOver: false })
    },
    /** The user denied the call or gave a permission: counting restarts. */
    ended: (facts: ToolCallFacts): void => {
      if (rows.has(keyOf(facts))) restart(keyOf(facts))
    },
    /** False if the permission is no longer offered. */
    leave: (habitId: string): boolean => {
      const found = rowOf(habitId)
      if (found !== undefined) put(found[0], { ...nothing, isOver: true })
      return found !== undefined
    },
    /** Turns the offer into a permission and removes it; null if it is no longer offered. */
    take: (habitId: string): StoredGrant | null => {
      const found = rowOf(habitId)
      const offer = found?.[1].offer
      if (found === undefined || offer === null || offer === undefined) return null
      put(found[0], nothing)
      return toGrant(offer, found[1].calls, { newId, now, findRealPath })
    },
    /** Removes offers whose tool, server, or conversation has changed or is gone. */
    forgetWhere: (isGone: (habit: NonNullable<Row['offer']>) => boolean): void => {
      for (const [key, { offer }] of [...rows]) if (offer !== null && isGone(offer)) restart(key)
    },
    forgetConversation: (conversationId: string): void => {
      for (const key of [...rows.keys()]) if (isOf(key, conversationId)) restart(key)
    }
  }
}

const nothing: Row = { calls: [], offer: null, isOver: false }

function toOffer(id: string, facts: ToolCallFacts, conditions: GrantCondition[]): NonNullable<Row['offer']> {
  const { serverName, toolName, conversationId, definitionHash, serverFingerprint } = facts
  return {
    id,
    serverName,
    toolName,
    conversationId,
    conditions,
    calls: enough,
    free: namesLeftFree(facts.arguments, conditions),
    definitionHash,
    serverFingerprint
  }
}

function toGrant(
  offer: NonNullable<Row['offer']>,
  calls: readonly JsonObject[],
  { newId, now, findRealPath }: HabitOptions
): StoredGrant {
  const { serverName, toolName, conversationId, conditions, definitionHash, serverFingerprint } = offer
  const folders = conditions.flatMap((limit) => (limit.type === 'path-below' ? [limit.folder] : []))
  return {
    id: newId(),
    scope: 'conversation',
    serverName,
    toolName,
    conversationId,
    conditions,
    definitionHash,
    serverFingerprint,
    usesLeft: null,
    coveredTools: {},
    createdAt: now(),
    ...(conditions.some(isAboutArgument) && { argumentNames: namesIn(calls[0] ?? {}) }),
    ...(folders.length > 0 && { folderPlaces: resolveRealFolders(folders, findRealPath) })
  }
}

/** A changed tool, or a server that runs another program, is counted separately. */
function keyOf({
  conversationId,
  serverName,
  toolName,
  definitionHash,
  serverFingerprint
}: ToolCallFacts): string {
  return JSON.stringify([conversationId, serverName, toolName, definitionHash, serverFingerprint])
}

function isOf(key: string, conversationId: string): boolean {
  const [first] = JSON.parse(key) as readonly unknown[]
  return first === conversationId
}

/** Calls that need attention each time don't count. */
function isHarmless({ warnings = [], repeats }: ToolCallQuestion, facts: ToolCallFacts): boolean {
  const { effect, newFlows, flows } = facts
  const isHeavy = effect === 'destructive' || effect === 'doubtful'
  const isOdd =
    warnings.length > 0 || repeats !== undefined || newFlows.length > 0 || containsAlwaysAskedText(flows)
  return !isHeavy && !isOdd && scopesFor(facts).includes('conversation')
}

function isAboutArgument(condition: GrantCondition): boolean {
  return 'pointer' in condition
}
