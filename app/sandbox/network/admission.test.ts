import { describe, expect, it } from 'vitest'
import { NetworkAdmission } from './admission'
import type { RequestedHost } from './admission'

const box = { host: 'box.local', port: 81 }
const never = new AbortController().signal

function start(hosts: readonly string[] = []) {
  const asked: {
    readonly place: string
    readonly signal: AbortSignal
    answer: (answer: RequestedHost) => void
  }[] = []
  const admission = new NetworkAdmission(hosts, ({ host, port }, signal) => {
    return new Promise((resolve) => asked.push({ place: `${host}:${port}`, signal, answer: resolve }))
  })
  return { admission, asked, places: () => asked.map(({ place }) => place) }
}

describe('admission of connections', () => {
  it('asks once for one host and port, no matter how many connections wait, and answers all of them', async () => {
    const { admission, asked, places } = start()
    const waiting = [1, 2, 3].map(() => admission.admit(box, never))
    const other = admission.admit({ ...box, port: 82 }, never)
    expect(places()).toEqual(['box.local:81', 'box.local:82'])
    asked[0]?.answer({ isAllowed: true, reason: '' })
    asked[1]?.answer({ isAllowed: false, reason: 'no' })
    const allowed = { type: 'allowed', mayLeadInside: true }
    expect(await Promise.all(waiting)).toEqual([allowed, allowed, allowed])
    expect(await other).toEqual({ type: 'refused', reason: 'no' })
  })

  it('asks again for the next connection after an approval for once', async () => {
    const { admission, asked, places } = start()
    const first = admission.admit(box, never)
    asked[0]?.answer({ isAllowed: true, reason: '' })
    await first
    void admission.admit(box, never)
    expect(places()).toEqual(['box.local:81', 'box.local:81'])
  })

  it('keeps the question while a connection waits, and withdraws it with the last', async () => {
    const { admission, asked } = start()
    const [one, two] = [new AbortController(), new AbortController()]
    const waiting = [admission.admit(box, one.signal), admission.admit(box, two.signal)]
    one.abort()
    expect(await waiting[0]).toMatchObject({ type: 'refused' })
    expect(asked[0]?.signal.aborted).toBe(false)
    two.abort()
    expect(await waiting[1]).toMatchObject({ type: 'refused' })
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  it("doesn't let a just allowed internet host resolve to an internal address", async () => {
    const { admission, asked } = start()
    const waiting = admission.admit({ host: 'api.example', port: 443 }, never)
    asked[0]?.answer({ isAllowed: true, reason: '' })
    expect(await waiting).toEqual({ type: 'allowed', mayLeadInside: false })
  })
})
