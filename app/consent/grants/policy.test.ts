import { describe, expect, it, test } from 'vitest'
import { grantScopes, type GrantScope } from '../../contract/grants'
import type { ToolEffect } from '../../contract/tool-definition'
import type { JsonObject } from '../../contract/json'
import type { StoredGrant } from '../../history/interface'
import { describeVerdict } from './describe-verdict'
import { isForServerScope, judgeToolCall, scopesFor } from './policy'
import type { ToolCallFacts } from './policy'
import { readToolEffect } from '../tools/tool-effect'
import { toEnglish } from '../../texts/render-localized'

const call: ToolCallFacts = {
  conversationId: 'c',
  serverName: 's',
  toolName: 't',
  definitionHash: 'h',
  effect: 'read-only',
  arguments: { path: '/home/ada/notes/a.md', count: 3 },
  flows: [],
  newFlows: [],
  serverFingerprint: 'f',
  now: 1_000,
  forbiddenScopes: []
}

/** A permission of each scope that covers `call` unchanged. */
function grant(scope: GrantScope, changes: Partial<StoredGrant> = {}): StoredGrant {
  const isForTool = scope === 'always' || scope === 'conversation'
  return {
    id: scope,
    scope,
    serverName: 's',
    toolName: isForTool ? 't' : null,
    conversationId: scope === 'always' || scope === 'read-only' ? null : 'c',
    conditions: [],
    usesLeft: null,
    definitionHash: isForTool ? 'h' : '',
    coveredTools: isForTool ? {} : { t: 'h' },
    serverFingerprint: 'f',
    createdAt: 1,
    argumentNames: ['/count', '/path'],
    ...changes
  }
}

const judge = (grants: StoredGrant[], changes: Partial<ToolCallFacts> = {}) =>
  judgeToolCall(grants, { ...call, ...changes })
const obstacle = (grants: StoredGrant[], changes: Partial<ToolCallFacts> = {}) => {
  const verdict = judge(grants, changes)
  return verdict.type === 'allow' ? 'allow' : (verdict.obstacle?.type ?? null)
}
const note = (grants: StoredGrant[], changes: Partial<ToolCallFacts> = {}) => {
  const verdict = judge(grants, changes)
  const said = verdict.type === 'ask' ? describeVerdict(verdict, { ...call, ...changes }) : null
  return said === null ? null : toEnglish(said)
}

test('SEC-01 SEC-06: asks about every call without a permission, no matter what the server claims', () => {
  const effects: ToolEffect[] = ['read-only', 'adds', 'destructive', 'doubtful', 'unknown']
  for (const effect of effects)
    expect(judge([], { effect })).toEqual({ type: 'ask', obstacle: null, grant: null })
})

describe('the scope of a permission', () => {
  test.each(grantScopes)('%s: allows the call that it was given for', (scope) => {
    expect(judge([grant(scope)])).toEqual({ type: 'allow', grantId: scope })
  })

  const elsewhere = { conversationId: 'd' }
  test.each([
    ['conversation', elsewhere, null],
    ['server-conversation', elsewhere, null],
    ['always', elsewhere, 'allow'],
    ['read-only', elsewhere, 'allow'],
    ['conversation', { toolName: 'u' }, null],
    ['always', { toolName: 'u' }, null],
    ['server-conversation', { toolName: 'u' }, 'new-tool'],
    ['read-only', { toolName: 'u' }, 'new-tool'],
    ['conversation', { toolName: 'T' }, null],
    ['always', { toolName: 'T' }, null]
  ] as const)('%s with %o: gives %s', (scope, changes, expected) => {
    expect(obstacle([grant(scope)], changes)).toBe(expected)
  })

  test.each(grantScopes)(
    '%s does not cover a tool with the same name and definition on another server',
    (scope) => {
      expect(obstacle([grant(scope)], { serverName: 'S' })).toBeNull()
    }
  )

  test.each(grantScopes)('%s: is neither offered nor applied when a policy forbids it', (scope) => {
    expect(obstacle([grant(scope)], { forbiddenScopes: [scope] })).toBeNull()
    expect(scopesFor({ ...call, forbiddenScopes: [scope] })).not.toContain(scope)
  })

  test('needs one valid permission among others, and uses one without a count first', () => {
    const counted = grant('always', { usesLeft: 3, conditions: [{ type: 'at-most', calls: 3 }] })
    const outdated = grant('always', { id: 'old', definitionHash: 'x' })
    expect(judge([outdated, counted, grant('conversation')])).toEqual({
      type: 'allow',
      grantId: 'conversation'
    })
    expect(judge([outdated, counted])).toEqual({ type: 'allow', grantId: 'always' })
  })
})

describe('what suspends a permission', () => {
  test.each(grantScopes)('%s: is suspended by another definition of the tool', (scope) => {
    expect(obstacle([grant(scope)], { definitionHash: 'x' })).toBe('definition-changed')
  })

  test.each(grantScopes)(
    '%s: is suspended when the server starts or contacts something else under its name',
    (scope) => {
      expect(obstacle([grant(scope)], { serverFingerprint: 'other' })).toBe('server-changed')
      expect(obstacle([grant(scope)], { serverFingerprint: null })).toBe('server-changed')
      expect(note([grant(scope)], { serverFingerprint: 'other' })).toContain('something different')
    }
  )

  test('asks with the reason when a read-only tool drops its hint', () => {
    const changed = { definitionHash: 'x', effect: 'destructive' as const }
    expect(obstacle([grant('read-only')], changed)).toBe('definition-changed')
  })

  test('reports the most important reason, in any order of permissions', () => {
    const limited = { conditions: [{ type: 'one-of' as const, pointer: '/count', values: [3] }] }
    const byWeight: readonly (readonly [string, StoredGrant])[] = [
      ['definition-changed', grant('always', { definitionHash: 'x' })],
      ['server-changed', grant('always', { serverFingerprint: 'other' })],
      ['effect', grant('read-only')],
      ['new-tool', grant('server-conversation', { coveredTools: {} })],
      ['condition', grant('conversation', { conditions: [{ type: 'until', at: 1 }] })],
      ['argument-name', grant('always', { ...limited, argumentNames: ['/count'] })],
      ['flow', grant('always')]
    ]
    const changes = { effect: 'unknown', newFlows: ['mail'] } as const
    for (const [at, [reason]] of byWeight.entries()) {
      const grants = byWeight.slice(at).map(([, one]) => one)
      expect(obstacle(grants, changes)).toBe(reason)
      expect(obstacle(grants.toReversed(), changes)).toBe(reason)
    }
  })

  test('reports the most important reason', () => {
    const broken = grant('conversation', { conditions: [{ type: 'until', at: 1 }] })
    expect(obstacle([broken, grant('always', { definitionHash: 'x' })])).toBe('definition-changed')
  })
})

describe('a permission for several tools', () => {
  test.each([
    ['read-only', ['read-only']],
    ['server-conversation', ['read-only', 'adds', 'unknown']]
  ] as const)('SYS-52: %s includes only %o', (scope, effects) => {
    const all: ToolEffect[] = ['read-only', 'adds', 'destructive', 'doubtful', 'unknown']
    for (const effect of all) {
      const isIn = (effects as readonly ToolEffect[]).includes(effect)
      expect(isForServerScope(scope, effect)).toBe(isIn)
      expect(obstacle([grant(scope)], { effect })).toBe(isIn ? 'allow' : 'effect')
      expect(scopesFor({ ...call, effect }).includes(scope)).toBe(isIn)
    }
  })

  test('covers no other tool with a permission for one tool', () => {
    for (const scope of ['always', 'conversation'] as const)
      for (const effect of ['read-only', 'adds', 'unknown'] as const)
        expect(isForServerScope(scope, effect)).toBe(false)
  })

  test('allows a destructive tool only by its own name', () => {
    const effect = 'destructive' as const
    expect(obstacle([grant('server-conversation')], { effect })).toBe('effect')
    expect(note([grant('server-conversation')], { effect })).toContain('it can delete or overwrite data')
    expect(obstacle([grant('always')], { effect })).toBe('allow')
    expect(scopesFor({ ...call, effect })).toEqual(['conversation', 'always'])
  })

  test('does not offer the read-only tools of a server that is not trusted', () => {
    expect(scopesFor({ ...call, serverFingerprint: null })).not.toContain('read-only')
  })

  test('covers no tool named like a built-in object member', () => {
    expect(obstacle([grant('server-conversation')], { toolName: 'constructor' })).toBe('new-tool')
    expect(obstacle([grant('server-conversation')], { toolName: '__proto__' })).toBe('new-tool')
  })
})

it.each(grantScopes)('SEC-11-10 %s is suspended while announced tool changes are not listed yet', (scope) => {
  expect(obstacle([grant(scope)], { isToolChanging: true })).toBe('tools-changing')
  expect(obstacle([grant(scope)], { isToolChanging: false })).toBe('allow')
})

describe('argument names', () => {
  const limited: Partial<StoredGrant> = {
    conditions: [{ type: 'path-below', pointer: '/path', folder: '/home/ada/notes' }]
  }
  const more = (added: JsonObject) => ({ arguments: { ...call.arguments, ...added } })

  it.each([
    ['a new argument', { target: '/etc' }],
    ['an argument with the same folded name', { Path: '/etc/passwd' }],
    ['an argument with a look-alike name', { pаth: '/etc/passwd' }],
    ['a nested argument', { count: { to: '/etc' } }]
  ])('SEC-11-6 asks about %s under a limit, and names it', (_what, added) => {
    const verdict = judgeToolCall([grant('always', limited)], { ...call, ...more(added) })
    expect(verdict).toMatchObject({ type: 'ask', obstacle: { type: 'argument-name' } })
    expect(verdict.type === 'ask' && toEnglish(describeVerdict(verdict, call)!)).toMatch(/without “/)
  })

  it('restricts no names when no argument has a limit', () => {
    const timed: Partial<StoredGrant> = { conditions: [{ type: 'until', at: 2_000 }] }
    expect(obstacle([grant('always', timed)], more({ target: '/etc' }))).toBe('allow')
  })
})

describe('limits', () => {
  test.each([
    [{ type: 'path-below', pointer: '/path', folder: '/home/ada/notes' }, 'allow'],
    [{ type: 'path-below', pointer: '/path', folder: '/home/ada/other' }, 'condition'],
    [{ type: 'path-below', pointer: '/missing', folder: '/home' }, 'condition'],
    [{ type: 'one-of', pointer: '/count', values: [3] }, 'allow'],
    [{ type: 'one-of', pointer: '/count', values: ['3'] }, 'condition'],
    [{ type: 'until', at: 1_001 }, 'allow'],
    [{ type: 'until', at: 1_000 }, 'condition']
  ] as const)('%o: gives %s', (condition, expected) => {
    const conditions = [condition] as unknown as StoredGrant['conditions']
    expect(obstacle([grant('always', { conditions })])).toBe(expected)
  })

  it('counts calls', () => {
    const conditions: StoredGrant['conditions'] = [{ type: 'at-most', calls: 5 }]
    expect(obstacle([grant('always', { conditions, usesLeft: 1 })])).toBe('allow')
    expect(obstacle([grant('always', { conditions, usesLeft: 0 })])).toBe('condition')
    expect(note([grant('always', { conditions, usesLeft: 0 })])).toBe(
      'Your permission for this tool is used up: it was for 5 calls.'
    )
  })

  it('says which limit a call breaks', () => {
    const conditions: StoredGrant['conditions'] = [
      { type: 'one-of', pointer: '/count', values: [3] },
      { type: 'path-below', pointer: '/path', folder: '/srv' }
    ]
    expect(note([grant('always', { conditions })])).toBe(
      'Your permission for this tool applies only while “path” is inside /srv. This call is outside that limit.'
    )
  })
})

describe('what a tool may do', () => {
  test.each([
    ['read_file', { readOnlyHint: true }, 'read-only'],
    ['get_update_history', { readOnlyHint: true }, 'read-only'],
    ['web_search', { readOnlyHint: true, destructiveHint: false }, 'read-only'],
    ['delete_file', { readOnlyHint: true }, 'doubtful'],
    ['fileDelete', { readOnlyHint: true }, 'doubtful'],
    ['ｄｅｌｅｔｅ_file', { readOnlyHint: true }, 'doubtful'],
    ['read_file', { readOnlyHint: true, destructiveHint: true }, 'destructive'],
    ['delete_file', { destructiveHint: true }, 'destructive'],
    ['create_record', { destructiveHint: false }, 'adds'],
    ['create_record', { readOnlyHint: false }, 'unknown'],
    ['read_file', {}, 'unknown']
  ] as const)('SYS-52: classifies %s with %o as %s', (name, annotations, effect) => {
    expect(readToolEffect(name, { annotations })).toBe(effect)
  })
})
