import { describe, expect, it } from 'vitest'
import type { DataFlow, TextOrigin } from '../../contract/flows'
import { countedFlows, holdsWhatAlwaysAsks, openFlows } from './flow-grants'
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

it('draws on a permission without a count where there is one, and of others counts the one that it draws on', () => {
  const counted = { ...permitted, id: 'counted', usesLeft: 2 }
  expect(countedFlows([counted, permitted], call)).toEqual([])
  expect(countedFlows([counted, { ...counted, id: 'other' }], call)).toEqual(['counted'])
  expect(countedFlows([{ ...counted, usesLeft: 0 }], call)).toEqual([])
  expect(countedFlows([counted], { ...call, isExempt: true })).toEqual([])
})

describe('text of one server on its way to another', () => {
  it('SEC-04: is asked about as soon as the model has read it, whatever the call looks like', () => {
    expect(openFlows([], call)).toEqual(['calendar'])
    expect(openFlows([], { ...call, readFrom: ['calendar', 'mail', 'calendar'] })).toEqual([
      'calendar',
      'mail'
    ])
  })

  it('is at home with its own server', () => {
    expect(openFlows([], { ...call, readFrom: ['shell'] })).toEqual([])
  })

  it('of descriptions is asked about where words of them were found', () => {
    const origin = { type: 'definition', serverName: 'weather', toolName: null } as const
    expect(open({}, { flows: [found(origin)] })).toEqual(['weather'])
  })

  it('SEC-02: goes on where it was permitted: to this tool, or to all of the server', () => {
    expect(open()).toEqual([])
    expect(open({}, { toolName: 'delete' })).toEqual(['calendar'])
    expect(open({ toolName: null }, { toolName: 'delete' })).toEqual([])
    expect(open({ to: 'mail' })).toEqual(['calendar'])
    expect(open({ from: 'mail' })).toEqual(['calendar'])
    expect(open({ from: 'shell', to: 'calendar' })).toEqual(['calendar'])
  })

  it('SEC-02: goes on in the conversation for which it was permitted, and as long as it was', () => {
    expect(open({ conversationId: 'c' })).toEqual([])
    expect(open({ conversationId: 'd' })).toEqual(['calendar'])
    expect(open({ endsAt: 1_001 })).toEqual([])
    expect(open({ endsAt: 1_000 })).toEqual(['calendar'])
  })

  it('is asked about again where either server became another program or address, or a policy forbids the yes', () => {
    expect(open({ fromFingerprint: 'c0' })).toEqual(['calendar'])
    expect(open({ toFingerprint: null })).toEqual(['calendar'])
    expect(open({}, { forbiddenScopes: ['always'] })).toEqual(['calendar'])
    expect(open({}, { forbiddenScopes: ['conversation'] })).toEqual([])
  })

  it('may go to a server that the person exempted', () => {
    expect(openFlows([], { ...call, isExempt: true })).toEqual([])
  })

  it('SEC-16: what looks like a secret, or was not looked into, is asked about every time', () => {
    expect(holdsWhatAlwaysAsks([found({ type: 'secret', kind: 'an API key' })])).toBe(true)
    expect(holdsWhatAlwaysAsks([found({ type: 'unread' })])).toBe(true)
    expect(holdsWhatAlwaysAsks([found({ type: 'tool', serverName: 'calendar', toolName: 'get' })])).toBe(
      false
    )
    expect(holdsWhatAlwaysAsks([])).toBe(false)
  })
})
