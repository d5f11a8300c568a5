import { describe, expect, test, vi } from 'vitest'
import { HostError } from '../../app/base/host-error'
import { createLogger, SecretRegistry, type LogRecord } from '../../app/base/logger'
import type { Handlers } from '../../app/contract/bridge/calls'
import { createAnswering } from './answer-call'
import { isTrustedSender } from './approval/trusted-sender'
import { quote } from '../../app/texts/render-localized'

const records: LogRecord[] = []
const log = createLogger((record) => records.push(record), { secrets: new SecretRegistry(), now: () => 0 })

function answering(handlers: Partial<Handlers>, checksOutputs = true) {
  records.length = 0
  return createAnswering({ handlers: handlers as Handlers, checksOutputs, requirePerson: () => {}, log })
}

describe('a call', () => {
  test('reaches its handler with the parsed input, and returns its value', async () => {
    const rename = vi.fn()
    const answer = answering({ 'conversation.rename': rename })
    const input = { conversationId: 'c', title: 'New' }
    expect(await answer('conversation.rename', input)).toEqual({ ok: true, value: null })
    expect(rename).toHaveBeenCalledExactlyOnceWith(input)
  })

  test.each([
    'nothing.like-this',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '',
    7,
    null,
    undefined,
    {},
    ['app.snapshot']
  ])('runs nothing for the unknown name %j', async (name) => {
    const answer = answering({})
    expect(await answer(name, {})).toMatchObject({ ok: false, error: { code: 'BRIDGE_UNKNOWN_CALL' } })
  })

  test.each([
    undefined,
    null,
    'text',
    {},
    { url: 7 },
    { url: 'https://x', extra: 1 },
    { url: 'x'.repeat(9_000) },
    []
  ])('is refused before its handler with the input %j', async (input) => {
    const open = vi.fn()
    const answer = answering({ 'link.open': open })
    expect(await answer('link.open', input)).toMatchObject({
      ok: false,
      error: { code: 'BRIDGE_INVALID_INPUT' }
    })
    expect(open).not.toHaveBeenCalled()
  })

  test('keeps code, message and data of an expected failure', async () => {
    const answer = answering({
      'link.open': async () => {
        throw new HostError('LINK_REFUSED', quote('Not that one.'), { data: { why: 1 } })
      }
    })
    const error = { code: 'LINK_REFUSED', message: 'Not that one.', data: { why: 1 } }
    expect(await answer('link.open', { url: 'x' })).toMatchObject({ ok: false, error })
    expect(records).toEqual([])
  })

  test('hides the details of a bug, and logs its stack', async () => {
    const answer = answering({
      'link.open': () => {
        throw new Error('internal detail')
      }
    })
    const result = await answer('link.open', { url: 'x' })
    expect(result).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    expect(JSON.stringify(result)).not.toContain('internal detail')
    expect(records).toMatchObject([{ level: 'error', fields: { call: 'link.open' } }])
    expect(String(records[0]?.fields['error'])).toContain('answer-call.test')
  })

  test('treats an output that breaks the contract as a bug if outputs are checked, and otherwise passes it', async () => {
    const handlers = { 'app.choose-folder': () => ({ path: 7 as unknown as string }) }
    expect(await answering(handlers)('app.choose-folder', { addTo: null })).toMatchObject({
      error: { code: 'INTERNAL' }
    })
    expect(await answering(handlers, false)('app.choose-folder', { addTo: null })).toEqual({
      ok: true,
      value: { path: 7 }
    })
  })

  test('without an output returns nothing from its handler', async () => {
    const open = vi.fn(() => 'internal detail' as unknown as undefined)
    expect(await answering({ 'link.open': open })('link.open', { url: 'x' })).toEqual({
      ok: true,
      value: null
    })
  })
})

describe('a sender', () => {
  const frame = { origin: 'app://parley', parent: null }
  test.each([
    ["Parley's page in its window", { frame, contentsId: 3 }, 3, true],
    ['another window', { frame, contentsId: 4 }, 3, false],
    ['a closed window', { frame, contentsId: 3 }, null, false],
    ["a frame inside Parley's page", { frame: { ...frame, parent: frame }, contentsId: 3 }, 3, false],
    ['another origin', { frame: { ...frame, origin: 'https://example.com' }, contentsId: 3 }, 3, false],
    ['an opaque origin', { frame: { ...frame, origin: 'null' }, contentsId: 3 }, 3, false],
    ['a removed frame', { frame: null, contentsId: 3 }, 3, false]
  ])('%s', (_name, sender, windowId, isTrusted) => {
    expect(isTrustedSender(sender, windowId)).toBe(isTrusted)
  })
})
