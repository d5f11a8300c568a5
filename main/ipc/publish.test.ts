import { expect, it } from 'vitest'
import type { EventEnvelope } from '../../app/contract/bridge/events'
import { publishEvent } from './publish'

const event = (revision: number): EventEnvelope => ({
  name: 'server.removed',
  revision,
  payload: { serverName: 'notes' }
})

function window(send: (revision: number) => void) {
  return {
    isDestroyed: () => false,
    isCrashed: () => false,
    send: (_channel: string, sent: EventEnvelope) => send(sent.revision)
  }
}

it('keeps the order of events, also of an event that is published while another is being sent', () => {
  const sent: number[] = []
  const contents = window((revision) => {
    if (revision === 1) publishEvent(contents, event(2))
    sent.push(revision)
  })
  publishEvent(contents, event(1))
  publishEvent(contents, event(3))
  expect(sent).toEqual([1, 2, 3])
})

it("continues after an event that couldn't be sent", () => {
  const sent: number[] = []
  const contents = window((revision) => {
    if (revision === 1) throw new Error('it can not be cloned')
    sent.push(revision)
  })
  expect(() => publishEvent(contents, event(1))).toThrow('cloned')
  publishEvent(contents, event(2))
  expect(sent).toEqual([2])
})

it('drops events without a window', () => {
  const contents = { ...window(() => expect.unreachable()), isDestroyed: () => true }
  publishEvent(contents, event(1))
  publishEvent(null, event(2))
})
