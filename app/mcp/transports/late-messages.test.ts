/** Which late messages of a call are delivered, and for how long. */
import { describe, expect, it } from 'vitest'
import { LateMessages, lateMark, type LateListener } from './late-messages'

const minute = 60_000
let time = 0

/** A call with one request of the same id, which can be given up. */
function createTraffic() {
  time = 0
  const traffic = new LateMessages(() => time)
  const heard: unknown[] = []
  const listeners = new Map<number, LateListener>()
  const listenerOf = (id: number): LateListener => {
    const known = listeners.get(id) ?? {
      onLateAnswer: (result: unknown) => heard.push(result),
      onLateProgress: () => heard.push('progress')
    }
    listeners.set(id, known)
    return known
  }
  const send = (id: number) => {
    const params = { name: 'x', _meta: { [lateMark]: listenerOf(id), progressToken: id } }
    return traffic.send({ jsonrpc: '2.0', id, method: 'tools/call', params })
  }
  const giveUp = (id: number) => {
    const params = { requestId: id }
    traffic.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    traffic.end(listenerOf(id))
  }
  return { traffic, heard, listenerOf, send, giveUp }
}

describe('a late message of a call', () => {
  it('is tracked by a mark that is removed before a request is sent', () => {
    expect(createTraffic().send(1)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'x', _meta: { progressToken: 1 } }
    })
  })

  it('CANC-06: is delivered once if it answers a request that was given up', () => {
    const { traffic, heard, send, giveUp } = createTraffic()
    send(1)
    giveUp(1)
    expect(traffic.takeLateAnswer(1, 'late')).toBe(true)
    expect(traffic.takeLateAnswer(1, 'again')).toBe(false)
    expect(heard).toEqual(['late'])
  })

  it('is not an answer in time, also if that is repeated', () => {
    const { traffic, heard, send } = createTraffic()
    send(1)
    expect(traffic.takeLateAnswer(1, 'first')).toBe(false)
    traffic.giveUp(1)
    expect(traffic.takeLateAnswer(1, 'second')).toBe(false)
    expect(heard).toEqual([])
  })

  it('is not reported if it is an error', () => {
    const { traffic, heard, send, giveUp } = createTraffic()
    send(1)
    giveUp(1)
    expect(traffic.takeLateAnswer(1, undefined)).toBe(true)
    expect(heard).toEqual([])
  })

  it('PROG-06: is delivered if it is progress of a call that continues after its answer, and no other', () => {
    const { traffic, heard, listenerOf, send } = createTraffic()
    send(1)
    expect(traffic.takeLateProgress({ progressToken: 1, progress: 1 })).toBe(false)
    traffic.takeLateAnswer(1, 'a task')
    expect(traffic.takeLateProgress({ progressToken: 1, progress: 'much' })).toBe(false)
    expect(traffic.takeLateProgress({ progressToken: 1, progress: 2 })).toBe(true)
    traffic.end(listenerOf(1))
    expect(traffic.takeLateProgress({ progressToken: 1, progress: 3 })).toBe(false)
    expect(heard).toEqual(['progress'])
  })

  it('is dropped after ten minutes, and for the oldest of more than a hundred calls', () => {
    const { traffic, heard, send, giveUp } = createTraffic()
    send(1)
    giveUp(1)
    time = 11 * minute
    send(2)
    traffic.takeLateAnswer(1, 'too late')
    for (let id = 2; id <= 120; id += 1) {
      send(id)
      giveUp(id)
    }
    send(200)
    traffic.takeLateAnswer(3, 'forgotten')
    traffic.takeLateAnswer(120, 'known')
    expect(heard).toEqual(['known'])
  })
})
