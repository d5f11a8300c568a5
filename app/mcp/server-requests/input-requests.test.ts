/** Requests inside results: which rounds are accepted, and how long a link may take. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerReply, ServerRequest } from '../interface'
import { createCallInputs } from './input-requests'
import { WireServerRequests } from './wire-server-requests'
import { checksInPlace } from '../schemas/schema-checks'
import { soon } from '../../testing/soon'

const form = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } }
const elicit = { method: 'elicitation/create', params: form }
const link = (elicitationId: string) => ({
  mode: 'url',
  message: 'Go',
  url: 'https://example.test',
  elicitationId
})

let requests: WireServerRequests
let call: AbortController
let decide: (request: ServerRequest) => ServerReply | undefined
const asked: ServerRequest[] = []
const log: string[] = []

beforeEach(() => {
  asked.length = 0
  log.length = 0
  call = new AbortController()
  decide = () => undefined
  requests = new WireServerRequests({
    serverName: 'tested',
    connectionId: 'c1',
    events: {
      requested: (request) => {
        asked.push(request)
        const reply = decide(request)
        if (reply !== undefined) queueMicrotask(() => requests.answer(request.requestId, reply))
      },
      foldersTold: () => {},
      requestRefused: () => {},
      requestWithdrawn: () => {},
      elicitationCompleted: () => {}
    },
    log: (_source, _level, text) => log.push(text),
    checks: checksInPlace,
    roots: () => Promise.resolve([]),
    holdCalls: () => () => {},
    now: () => performance.now()
  })
})

const inputs = () => createCallInputs(requests, () => '2026-07-28')
const asking = () => ({ callId: 'call', signal: call.signal })
const act = (action: 'accept' | 'decline'): ServerReply => ({ type: 'elicitation', action, content: null })

describe('a round', () => {
  it.each([
    ['a request of another kind', { a: { method: 'tools/call', params: {} }, b: elicit }],
    ['an unknown method', { a: { method: 'sampling/create' }, b: elicit }],
    ['a value that is not a request', { a: null, b: elicit }],
    ['a malformed request', { a: { method: 'sampling/createMessage', params: { messages: [] } }, b: elicit }],
    ['a key that would get lost', JSON.parse(`{"__proto__":${JSON.stringify(elicit)}}`) as object],
    ['a thousand questions', Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`q${n}`, elicit]))]
  ])('is refused completely with %s, without asking the user', async (_what, round) => {
    await expect(inputs().answer(round as Record<string, unknown>, asking())).rejects.toMatchObject({
      code: 'SERVER_PROTOCOL'
    })
    expect(asked).toEqual([])
  })

  it('accepts names that every object has', async () => {
    decide = () => act('decline')
    const answers = await inputs().answer({ constructor: elicit, toString: elicit }, asking())
    expect(Object.entries(answers)).toEqual([
      ['constructor', { action: 'decline' }],
      ['toString', { action: 'decline' }]
    ])
  })
})

describe('a link in an error', () => {
  it('ELIC-25 ELIC-26: is completed as soon as the server says so', async () => {
    decide = () => act('accept')
    const opened = inputs().openLinks({ elicitations: [link('a'), link('b')] }, asking())
    await vi.waitFor(() => expect(requests.links.isOpened('b')).toBe(true), soon)
    let isDone = false
    void opened.then(() => (isDone = true))
    requests.completeLink('a')
    requests.completeLink('b')
    // Without that notification the wait takes seconds.
    await new Promise(setImmediate)
    expect(isDone).toBe(true)
    expect(await opened).toBe(true)
  })

  it('is shown once; after that Parley only waits for its completion', async () => {
    decide = () => act('accept')
    requests.links.add('a')
    requests.links.opened('a')
    let isDone = false
    const opened = inputs().openLinks({ elicitations: [link('a')] }, asking())
    void opened.then(() => (isDone = true))
    await new Promise(setImmediate)
    expect([isDone, asked.length]).toEqual([false, 0])
    requests.completeLink('a')
    expect(await opened).toBe(true)
  })

  it('stops waiting when the call ends', async () => {
    requests.links.add('a')
    requests.links.opened('a')
    const opened = inputs().openLinks({ elicitations: [link('a')] }, asking())
    call.abort(new Error('stopped'))
    await expect(opened).rejects.toThrow('stopped')
  })

  it('causes no repetition if one link is declined', async () => {
    decide = (request) =>
      act(request.type === 'elicitation-url' && request.elicitationId === 'b' ? 'decline' : 'accept')
    expect(await inputs().openLinks({ elicitations: [link('a'), link('b')] }, asking())).toBe(false)
  })

  it.each([
    ['nothing', undefined],
    ['no links', { elicitations: [] }],
    ['a form', { elicitations: [form] }],
    ['a link without an id', { elicitations: [{ ...link('a'), elicitationId: undefined }] }],
    ['a hundred', { elicitations: Array.from({ length: 100 }, (_, n) => link(`${n}`)) }]
  ])('causes no repetition if the error names %s', async (_what, data) => {
    expect(await inputs().openLinks(data, asking())).toBe(false)
    expect(asked).toEqual([])
  })
})
