/** What of a call's traffic is kept, for whom, and for how long. */
import { describe, expect, it } from 'vitest'
import { LateMessages, callMark } from './late-messages'

const minute = 60_000
let time = 0

/** A call with one request of the same id, given up when asked to. */
function createTraffic() {
  time = 0
  const traffic = new LateMessages(() => time)
  const heard: unknown[] = []
  const listener = {
    onLateAnswer: (result: unknown) => heard.push(result),
    onLateProgress: () => heard.push('progress')
  }
  const send = (id: number) => {
    traffic.follow(`call-${id}`, listener)
    const params = { name: 'x', _meta: { [callMark]: `call-${id}`, progressToken: id } }
    return traffic.send({ jsonrpc: '2.0', id, method: 'tools/call', params })
  }
  const giveUp = (id: number) => {
    const params = { requestId: id }
    traffic.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    traffic.end(`call-${id}`)
  }
  return { traffic, heard, send, giveUp }
}

describe('the traffic of calls', () => {
  it('takes its mark off what leaves', () => {
    expect(createTraffic().send(1)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'x', _meta: { progressToken: 1 } }
    })
  })

  it('CANC-06: takes the answer to a request that was given up, once', () => {
    const { traffic, heard, send, giveUp } = createTraffic()
    send(1)
    giveUp(1)
    expect(traffic.takeLateAnswer(1, 'late')).toBe(true)
    expect(traffic.takeLateAnswer(1, 'again')).toBe(false)
    expect(heard).toEqual(['late'])
  })

  it('leaves answers in time to who asked, also when they come twice', () => {
    const { traffic, heard, send } = createTraffic()
    send(1)
    expect(traffic.takeLateAnswer(1, 'first')).toBe(false)
    traffic.giveUp(1)
    expect(traffic.takeLateAnswer(1, 'second')).toBe(false)
    expect(heard).toEqual([])
  })

  it('takes an error that comes too late for no news', () => {
    const { traffic, heard, send, giveUp } = createTraffic()
    send(1)
    giveUp(1)
    expect(traffic.takeLateAnswer(1, undefined)).toBe(true)
    expect(heard).toEqual([])
  })

  it('PROG-06: takes progress of a call that goes on after its answer, and of no other', () => {
    const { traffic, heard, send } = createTraffic()
    send(1)
    expect(traffic.takeLateProgress({ progressToken: 1, progress: 1 })).toBe(false)
    traffic.takeLateAnswer(1, 'a task')
    expect(traffic.takeLateProgress({ progressToken: 1, progress: 'much' })).toBe(false)
    expect(traffic.takeLateProgress({ progressToken: 1, progress: 2 })).toBe(true)
    traffic.end('call-1')
    expect(traffic.takeLateProgress({ progressToken: 1, progress: 3 })).toBe(false)
    expect(heard).toEqual(['progress'])
  })

  it('forgets after ten minutes, and the oldest of more than a hundred', () => {
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
