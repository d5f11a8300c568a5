import { describe, expect, it } from 'vitest'
import type { DataFlow, TextOrigin } from '../../contract/flows'
import { countedFlows, containsAlwaysAskedText, openFlows } from './flow-grants'
import type { FlowFacts, StoredFlow } from './flow-grants'

const found = (origin: TextOrigin): DataFlow => ({ path: '/a', start: 0, end: 12, excerpt: 'x', origin })
const fingerprints: Readonly<Record<string, string>> = { calendar: 'c1', shell: 's1' }

const call: FlowFacts = {
  conversationId: 'c',
  serverName: 'shell',
  toolName: 'run',
  readFrom: ['calendar'],
  flows: [],
  isExempt: false,
  fingerprintOf: (name) => fingerprints[name] ?? null,
  forbiddenScopes: [],
  now: 1_000
}
const permitted: StoredFlow = {
  id: 'f',
  scope: 'always',
  from: 'calendar',
  to: 'shell',
  toolName: 'run',
  conversationId: null,
  endsAt: null,
  createdAt: 1,
  fromFingerprint: 'c1',
  toFingerprint: 's1'
}
const open = (flow: Partial<StoredFlow> = {}, changes: Partial<FlowFacts> = {}) =>
  openFlows([{ ...permitted, ...flow }], { ...call, ...changes })

it('prefers a permission without a count, and counts only the permission that it uses', () => {
  const counted = { ...permitted, id: 'counted', usesLeft: 2 }
  expect(countedFlows([counted, permitted], call)).toEqual([])
  expect(countedFlows([counted, { ...counted, id: 'other' }], call)).toEqual(['counted'])
  expect(countedFlows([{ ...counted, usesLeft: 0 }], call)).toEqual([])
  expect(countedFlows([counted], { ...call, isExempt: true })).toEqual([])
})

describe('data sharing between servers', () => {
  it("SEC-04: asks as soon as the model has read another server's text, no matter what the call looks like", () => {
    expect(openFlows([], call)).toEqual(['calendar'])
    expect(openFlows([], { ...call, readFrom: ['calendar', 'mail', 'calendar'] })).toEqual([
      'calendar',
      'mail'
    ])
  })

  it('never asks about text that returns to its own server', () => {
    expect(openFlows([], { ...call, readFrom: ['shell'] })).toEqual([])
  })

  it('asks about text from tool definitions when some of it appears in the arguments', () => {
    const origin = { type: 'definition', serverName: 'weather', toolName: null } as const
    expect(open({}, { flows: [found(origin)] })).toEqual(['weather'])
  })

  it('SEC-02: is allowed where the user permitted it: to one tool, or to all tools of a server', () => {
    expect(open()).toEqual([])
    expect(open({}, { toolName: 'delete' })).toEqual(['calendar'])
    expect(open({ toolName: null }, { toolName: 'delete' })).toEqual([])
    expect(open({ to: 'mail' })).toEqual(['calendar'])
    expect(open({ from: 'mail' })).toEqual(['calendar'])
    expect(open({ from: 'shell', to: 'calendar' })).toEqual(['calendar'])
  })

  it('SEC-02: is allowed only in the permitted conversation and for the permitted time', () => {
    expect(open({ conversationId: 'c' })).toEqual([])
    expect(open({ conversationId: 'd' })).toEqual(['calendar'])
    expect(open({ endsAt: 1_001 })).toEqual([])
    expect(open({ endsAt: 1_000 })).toEqual(['calendar'])
  })

  it('asks again when either server changed its program or address, or a policy forbids the approval', () => {
    expect(open({ fromFingerprint: 'c0' })).toEqual(['calendar'])
    expect(open({ toFingerprint: null })).toEqual(['calendar'])
    expect(open({}, { forbiddenScopes: ['always'] })).toEqual(['calendar'])
    expect(open({}, { forbiddenScopes: ['conversation'] })).toEqual([])
  })

  it('is allowed to a server that the user exempted', () => {
    expect(openFlows([], { ...call, isExempt: true })).toEqual([])
  })

  it('SEC-16: always asks about text that looks like a secret or that was not searched', () => {
    expect(containsAlwaysAskedText([found({ type: 'secret', kind: 'an API key' })])).toBe(true)
    expect(containsAlwaysAskedText([found({ type: 'unread' })])).toBe(true)
    expect(containsAlwaysAskedText([found({ type: 'tool', serverName: 'calendar', toolName: 'get' })])).toBe(
      false
    )
    expect(containsAlwaysAskedText([])).toBe(false)
  })
})
