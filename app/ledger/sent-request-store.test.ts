/** Stored model requests: for which answer, how much, and for how long. */
import { expect, it } from 'vitest'
import type { ModelRequest, ResolvedModel } from '../models/model'
import { sentLimits, SentRequests } from './sent-request-store'

const request: ModelRequest = { model: 'm', systemPrompt: '', messages: [], tools: [], maxOutputTokens: 1 }
const address = 'https://models.test/v1/messages'

function open() {
  let ids = 0
  const sent = new SentRequests({ now: () => 7, newId: () => `r${(ids += 1)}` })
  const send = async (body: string, id = 'answer', conversationId = 'c', model = 'p/m') => {
    const resolved: ResolvedModel = {
      model: 'm',
      maxOutputTokens: 1,
      contextTokens: 1,
      mostTools: null,
      provider: {
        name: 'p',
        listModels: async () => [],
        stream: async function* ({ onSent }) {
          onSent?.({ address, body })
          yield { type: 'ended', stopReason: 'end_turn', usage: null }
        }
      }
    }
    const { provider } = sent.forTurn(resolved, model, { conversationId, id })
    for await (const _part of provider.stream(request, new AbortController().signal));
  }
  return { sent, send }
}

it('lists the requests of an answer in their order, and returns each unchanged', async () => {
  const { sent, send } = open()
  await send('{"a":"ä"}')
  await send('other', 'other answer')
  await send('{"b":2}')
  expect(sent.list('answer')).toEqual([
    { id: 'r1', at: 7, model: 'p/m', address, bytes: 10, isKept: true },
    { id: 'r3', at: 7, model: 'p/m', address, bytes: 7, isKept: true }
  ])
  expect(await sent.read('r1')).toBe('{"a":"ä"}')
  expect(await sent.read('unknown')).toBeNull()
})

it('stores nothing for Direct, which sends nothing', async () => {
  const { sent, send } = open()
  await send('words', 'answer', 'c', 'direct')
  expect(sent.list('answer')).toEqual([])
})

it('drops the oldest bodies first, and says which', async () => {
  const { sent, send } = open()
  const large = 'x'.repeat(sentLimits.bytes / 2)
  await send('small')
  await send(large)
  await send('small')
  await send(large)
  expect(sent.list('answer').map(({ isKept }) => isKept)).toEqual([false, false, true, true])
  expect(await sent.read('r2')).toBeNull()
  expect(await sent.read('r4')).toBe(large)
})

it('lists a request that is too long to be stored', async () => {
  const { sent, send } = open()
  await send('x'.repeat(sentLimits.ofOne + 1))
  expect(sent.list('answer')).toMatchObject([{ bytes: sentLimits.ofOne + 1, isKept: false }])
})

it('deletes the requests of a conversation', async () => {
  const { sent, send } = open()
  await send('a', 'one')
  await send('b', 'two')
  await send('c', 'three', 'other')
  sent.forget('c')
  expect(['one', 'two', 'three'].map((id) => sent.list(id).length)).toEqual([0, 0, 1])
})
