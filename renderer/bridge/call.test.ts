import { afterEach, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../app/contract/json'
import { call } from './call'

const send = vi.fn((_name: string, _input: unknown) => Promise.resolve({ ok: true, value: null }))
vi.stubGlobal('bridge', { call: send, on: () => () => {} })
afterEach(() => send.mockClear())

const answerWith = (args: string) =>
  call('consent.answer', {
    questionId: 'q',
    answer: { type: 'tool-call', decision: 'allow-once', arguments: JSON.parse(args) as JsonObject }
  })

it.each(['{"__proto__":{"a":1}}', '{"a":[{"__proto__":1}]}'])(
  'SEC-02: rejects %s before any data is lost, and sends nothing',
  async (args) => {
    await expect(answerWith(args)).rejects.toThrow("A field can't be named __proto__")
    expect(send).not.toHaveBeenCalled()
  }
)

it.each(['{"constructor":1,"toString":{"prototype":[]}}', '{"a":"__proto__"}'])(
  'sends %s unchanged',
  async (args) => {
    await answerWith(args)
    expect(send.mock.calls[0]?.[1]).toMatchObject({ answer: { arguments: JSON.parse(args) as object } })
  }
)
