/**
 * Checks every combination of facts that a decision depends on against rules written independently of `policy.ts`: a
 * call is allowed without a question exactly if no rule is broken, and otherwise the most important one is reported.
 */
import { describe, expect, it } from 'vitest'
import { grantScopes } from '../../contract/grants'
import { toolEffects as effects } from '../../contract/tool-definition'
import type { GrantCondition, GrantScope } from '../../contract/grants'
import type { ToolEffect } from '../../contract/tool-definition'
import type { DataFlow, TextOrigin } from '../../contract/flows'
import type { StoredGrant } from '../../history/interface'
import { judgeToolCall, scopesFor } from './policy'
import type { Obstacle, ToolCallFacts } from './policy'
import { readToolEffect } from '../tools/tool-effect'

const mail: TextOrigin = { type: 'tool', serverName: 'mail', toolName: 'read' }
const key: TextOrigin = { type: 'secret', kind: 'a key' }
const flowOf = (origin: TextOrigin): DataFlow => ({
  path: '/path',
  start: 0,
  end: 5,
  excerpt: '/home',
  origin
})

/** Each with whether a call for `/home/ada/a.md` at time 1,000 stays within it. */
const limits: Record<string, { conditions: GrantCondition[]; usesLeft: number | null; isKept: boolean }> = {
  none: { conditions: [], usesLeft: null, isKept: true },
  'a folder': below('/home/ada', true),
  'another folder': below('/home/bob', false),
  'a host': { ...one({ type: 'host-is', pointer: '/url', host: 'a.test' }), isKept: true },
  'another host': { ...one({ type: 'host-is', pointer: '/url', host: 'b.test' }), isKept: false },
  'a value': { ...one({ type: 'one-of', pointer: '/level', values: ['info'] }), isKept: true },
  'another value': { ...one({ type: 'one-of', pointer: '/level', values: ['debug'] }), isKept: false },
  'calls left': { ...one({ type: 'at-most', calls: 2 }), usesLeft: 1, isKept: true },
  'none left': { ...one({ type: 'at-most', calls: 2 }), usesLeft: 0, isKept: false },
  'a time': { ...one({ type: 'until', at: 1_001 }), isKept: true },
  'a time that is over': { ...one({ type: 'until', at: 1_000 }), isKept: false }
}
function one(condition: GrantCondition) {
  return { conditions: [condition], usesLeft: null }
}
function below(folder: string, isKept: boolean) {
  return { ...one({ type: 'path-below', pointer: '/path', folder }), isKept }
}

const axes = {
  scope: grantScopes,
  conversation: ['c', 'd'],
  tool: ['t', 'u'],
  server: ['s', 'S'],
  effect: effects,
  definition: ['same', 'changed', 'came later'],
  /** Fingerprint when the permission was given, and now. */
  trust: [['f', 'f'], ['f', 'g'], ['f', null], [null, null]], // prettier-ignore
  limit: Object.keys(limits),
  flow: ['none', 'permitted', 'new', 'found and new', 'secret', 'secret, permitted'],
  /** Argument names, compared with the call that the permission was given for. */
  names: ['same', 'one more'],
  isForbidden: [false, true]
} as const
type Case = { readonly [K in keyof typeof axes]: (typeof axes)[K][number] }

function* product(): Generator<Case> {
  const names = Object.keys(axes) as (keyof typeof axes)[]
  const picked: Record<string, unknown> = {}
  function* at(index: number): Generator<Case> {
    const name = names[index]
    if (name === undefined) return yield { ...picked } as Case
    for (const value of axes[name]) {
      picked[name] = value
      yield* at(index + 1)
    }
  }
  yield* at(0)
}

const isOfServer = (scope: GrantScope) => scope === 'server-conversation' || scope === 'read-only'

/** A permission for tool `t` of server `s` in conversation `c`, given while the tool was read-only. */
function grantOf(made: Case): StoredGrant {
  const isWide = isOfServer(made.scope)
  const { conditions, usesLeft } = limits[made.limit] ?? { conditions: [], usesLeft: null }
  const covered = made.definition === 'came later' ? {} : { [made.tool]: 'h' }
  return {
    id: 'g',
    scope: made.scope,
    serverName: 's',
    toolName: isWide ? null : 't',
    conversationId: made.scope === 'conversation' || made.scope === 'server-conversation' ? 'c' : null,
    conditions,
    usesLeft,
    definitionHash: isWide ? '' : 'h',
    coveredTools: isWide ? covered : {},
    serverFingerprint: made.trust[0],
    createdAt: 1,
    argumentNames: made.names === 'same' ? ['/level', '/path', '/url'] : ['/path', '/url']
  }
}

function callOf(made: Case): ToolCallFacts {
  const isNew = made.flow === 'new' || made.flow === 'found and new' || made.flow === 'secret'
  return {
    conversationId: made.conversation,
    serverName: made.server,
    toolName: made.tool,
    definitionHash: made.definition === 'changed' ? 'x' : 'h',
    effect: made.effect,
    arguments: { path: '/home/ada/a.md', url: 'https://a.test/x', level: 'info' },
    flows: foundIn(made),
    newFlows: isNew ? ['mail'] : [],
    serverFingerprint: made.trust[1],
    now: 1_000,
    forbiddenScopes: made.isForbidden ? [made.scope] : []
  }
}

function foundIn({ flow }: Case): DataFlow[] {
  if (flow === 'none' || flow === 'new') return []
  return [flowOf(flow.startsWith('secret') ? key : mail)]
}

/** Whether the permission applies to such a call at all. */
function isAbout(made: Case): boolean {
  if (made.isForbidden || made.server !== 's') return false
  if (!isOfServer(made.scope) && made.tool !== 't') return false
  if (made.scope === 'read-only' && made.effect !== 'read-only' && made.definition === 'came later')
    return false
  return made.scope === 'always' || made.scope === 'read-only' || made.conversation === 'c'
}

/** Reasons against the permission, most important first. */
const rules: readonly (readonly [Obstacle['type'], (made: Case) => boolean])[] = [
  ['definition-changed', (made) => made.definition === 'changed'],
  ['server-changed', ({ trust: [then, now] }) => then !== now],
  ['effect', ({ scope, effect }) => isOfServer(scope) && !allowedEffects(scope).includes(effect)],
  ['new-tool', ({ scope, definition }) => isOfServer(scope) && definition === 'came later'],
  ['condition', ({ limit }) => limits[limit]?.isKept !== true],
  ['argument-name', ({ names, limit }) => names !== 'same' && isAboutArguments(limit)],
  ['flow', ({ flow }) => flow !== 'none' && flow !== 'permitted']
]
function isAboutArguments(limit: string): boolean {
  return limits[limit]?.conditions.some((condition) => 'pointer' in condition) === true
}
function allowedEffects(scope: GrantScope): readonly ToolEffect[] {
  return scope === 'read-only' ? ['read-only'] : ['read-only', 'adds', 'unknown']
}

describe('a decision about a call', () => {
  it('SEC-01 SEC-02 SEC-06 SYS-52: allows it exactly if no rule is broken, and otherwise reports the most important one', () => {
    let count = 0
    let allowed = 0
    const wrong: unknown[] = []
    for (const made of product()) {
      count += 1
      const verdict = judgeToolCall([grantOf(made)], callOf(made))
      const broken = rules.find(([, isBroken]) => isBroken(made))?.[0] ?? null
      const expected = !isAbout(made) ? 'ask' : (broken ?? 'allow')
      const found = verdict.type === 'allow' ? 'allow' : (verdict.obstacle?.type ?? 'ask')
      if (found === 'allow') allowed += 1
      if (found !== expected && wrong.length < 5) wrong.push({ made, found, expected })
    }
    expect(wrong).toEqual([])
    expect(count).toBe(4 * 2 * 2 * 2 * 5 * 3 * 4 * 11 * 6 * 2 * 2)
    // For each of 2 fingerprints and 2 flows: 6 limits with the same names, or 3 with others. 20 for always, 10 in the
    // conversation, 4 and 6 for several tools.
    expect(allowed).toBe(2 * 2 * (6 + 3) * (20 + 10 + 4 + 6))
  })

  it('offers a scope exactly where such a permission would cover the call and no policy forbids it', () => {
    for (const scope of grantScopes)
      for (const effect of effects)
        for (const fingerprint of ['f', null])
          for (const forbiddenScopes of [[], [scope]]) {
            const made: Case = {
              ...plain,
              scope,
              effect,
              trust: fingerprint === 'f' ? ['f', 'f'] : [null, null]
            }
            const call = { ...callOf(made), forbiddenScopes }
            const isCovered = judgeToolCall([grantOf(made)], call).type === 'allow'
            const isTrusted = scope !== 'read-only' || fingerprint !== null
            expect(scopesFor(call).includes(scope)).toBe(isCovered && isTrusted)
          }
  })
})

const plain: Case = {
  scope: 'always',
  conversation: 'c',
  tool: 't',
  server: 's',
  effect: 'read-only',
  definition: 'same',
  trust: ['f', 'f'],
  limit: 'none',
  flow: 'none',
  names: 'same',
  isForbidden: false
}

describe('several permissions', () => {
  /** Linear congruential generator with the constants of Numerical Recipes: the same numbers in every run. */
  function numbers(seed: number): (below: number) => number {
    let state = seed
    return (limit) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * limit)
    }
  }
  const pick = numbers(7)
  const anyOf = <T>(list: readonly T[]): T => list[pick(list.length)] as T
  const any = (): Case => ({
    scope: anyOf(axes.scope),
    conversation: anyOf(axes.conversation),
    tool: anyOf(axes.tool),
    server: 's',
    effect: anyOf(axes.effect),
    definition: anyOf(axes.definition),
    trust: anyOf(axes.trust),
    limit: anyOf(axes.limit),
    flow: anyOf(axes.flow),
    names: anyOf(axes.names),
    isForbidden: false
  })
  const sets = Array.from({ length: 5_000 }, () => {
    const grants = Array.from({ length: 1 + pick(4) }, (_, index) => ({ ...grantOf(any()), id: `g${index}` }))
    return { grants, call: callOf(any()) }
  })
  const ends = (grants: readonly StoredGrant[], call: ToolCallFacts) => {
    const verdict = judgeToolCall(grants, call)
    return verdict.type === 'allow' ? 'allow' : verdict.obstacle?.type
  }

  it('SEC-02: judges each separately, in any order', () => {
    for (const { grants, call } of sets) {
      expect(ends(grants.toReversed(), call)).toBe(ends(grants, call))
      const isOneEnough = grants.some((grant) => ends([grant], call) === 'allow')
      expect(ends(grants, call) === 'allow').toBe(isOneEnough)
    }
  })

  it('SEC-02: never allows a call after one is revoked if Parley asked about it before', () => {
    for (const { grants, call } of sets) {
      if (ends(grants, call) === 'allow') continue
      for (const revoked of grants)
        expect(
          ends(
            grants.filter((one) => one !== revoked),
            call
          )
        ).not.toBe('allow')
    }
  })

  it('SEC-05: never allows a call because of a policy, an added limit, added data sharing, or a later time', () => {
    for (const { grants, call } of sets) {
      if (ends(grants, call) === 'allow') continue
      expect(ends(grants, { ...call, forbiddenScopes: [anyOf(grantScopes)] })).not.toBe('allow')
      expect(ends(grants, { ...call, flows: [...call.flows, flowOf(key)] })).not.toBe('allow')
      expect(ends(grants, { ...call, now: call.now + 1 + pick(10_000) })).not.toBe('allow')
      const limited = grants.map((grant) => ({
        ...grant,
        conditions: [...grant.conditions, ...(limits[anyOf(axes.limit)]?.conditions ?? [])]
      }))
      expect(ends(limited, call)).not.toBe('allow')
    }
  })

  it('always asks about a secret', () => {
    for (const { grants, call } of sets)
      expect(ends(grants, { ...call, flows: [flowOf(key)] })).not.toBe('allow')
  })

  it('changes nothing by a decision: the same question gives the same answer', () => {
    for (const { grants, call } of sets.slice(0, 500)) {
      const before = structuredClone({ grants, call })
      const verdict = judgeToolCall(grants, call)
      expect({ grants, call }).toEqual(before)
      expect(judgeToolCall(grants, call)).toEqual(verdict)
    }
  })
})

describe('what a tool may do', () => {
  const hints = [true, false, undefined]
  /** An absent hint has no key, as when a server leaves it out. */
  const annotationsOf = (values: Record<string, boolean | undefined>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

  it('SYS-52: is narrowed by hints, but never widened beyond what the name suggests', () => {
    for (const readOnlyHint of hints)
      for (const destructiveHint of hints)
        for (const idempotentHint of hints)
          for (const openWorldHint of hints) {
            const annotations = annotationsOf({
              readOnlyHint,
              destructiveHint,
              idempotentHint,
              openWorldHint
            })
            const harmless = readToolEffect('web_search', { annotations })
            const harmful = readToolEffect('delete_file', { annotations })
            expect(harmful).not.toBe('read-only')
            expect(harmless === 'read-only').toBe(readOnlyHint === true && destructiveHint !== true)
            expect(harmless === 'destructive').toBe(destructiveHint === true)
            expect(harmful === 'destructive').toBe(destructiveHint === true)
          }
  })
})
