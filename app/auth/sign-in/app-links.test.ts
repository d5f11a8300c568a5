import { describe, expect, it } from 'vitest'
import { openAppLinkListener } from './app-links'

function open() {
  const listeners = new Set<(url: string) => void>()
  const links = {
    scheme: 'parley',
    onLink: (listener: (url: string) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
  const listener = openAppLinkListener(links, 'right-state')
  if (listener === null) throw new Error('No listener')
  return { listener, listeners, send: (url: string) => [...listeners].forEach((each) => each(url)) }
}

describe("the redirect to the app's own URL scheme", () => {
  it('AUTH-29: accepts the address with the right state, and nothing before it', async () => {
    const { listener, listeners, send } = open()
    const answered = listener.wait(new AbortController().signal)
    for (const url of [
      'parley://callback?code=stolen&state=guess',
      'parley://other?code=stolen&state=right-state',
      'https://callback?code=stolen&state=right-state',
      'parley://callback/path?code=stolen&state=right-state',
      'parley://user@callback?code=stolen&state=right-state',
      'parley://callback:80?code=stolen&state=right-state',
      'parley://callback?code=stolen&state=right-state#part',
      'parley:callback?code=stolen&state=right-state',
      `parley://callback?code=${'x'.repeat(20_000)}&state=right-state`,
      'no address'
    ])
      send(url)
    send('parley://callback?code=right&state=right-state')
    expect((await answered).code).toBe('right')
    expect(listeners.size).toBe(0)
  })

  it('ends with an invalid answer, and with its signal', async () => {
    const first = open()
    const senseless = first.listener.wait(new AbortController().signal)
    first.send('parley://callback?code=a&code=b&state=right-state')
    await expect(senseless).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    const second = open()
    await expect(second.listener.wait(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
  })

  it('is not offered when the system passes no links', () => {
    expect(openAppLinkListener({ scheme: null, onLink: () => () => {} }, 'x')).toBeNull()
  })
})
