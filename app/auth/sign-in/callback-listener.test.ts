import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openCallbackListener } from './callback-listener'
import type { CallbackListener } from './callback-listener'
import { soon } from '../../testing/soon'

const state = 'f3b1c2d4e5f60718293a4b5c6d7e8f90'
const open: CallbackListener[] = []
afterEach(() => open.splice(0).forEach((listener) => listener.close()))

async function start(port: number | null = null): Promise<CallbackListener> {
  const listener = await openCallbackListener({ port, state })
  if (listener === null) throw new Error('No port')
  open.push(listener)
  return listener
}

interface Answer {
  readonly status: number | undefined
  readonly type: string | undefined
  readonly text: string
}

function ask(
  { port }: CallbackListener,
  path: string,
  more: { readonly method?: string; readonly headers?: Record<string, string> } = {}
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...more }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode, type: response.headers['content-type'], text })
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('the redirect listener', () => {
  it('AUTH-28 SEC-13: listens only on this computer, and returns the address to register', async () => {
    const listener = await start()
    expect(listener.redirectUri).toBe(`http://127.0.0.1:${listener.port}/callback`)
    await expect(
      new Promise((resolve, reject) => {
        const socket = connect(listener.port, '127.0.0.2', () => resolve('connected'))
        socket.on('error', reject)
      })
    ).rejects.toThrow('ECONNREFUSED')
  })

  it.each([
    ['no state', '/callback?code=stolen', {}, 400],
    ['a wrong state', '/callback?code=stolen&state=guess', {}, 400],
    ['two states', `/callback?code=stolen&state=${state}&state=${state}`, {}, 400],
    ['a state in list syntax', `/callback?code=stolen&state[]=${state}`, {}, 400],
    ['another path', `/?code=stolen&state=${state}`, {}, 404],
    ['a path with ..', `/callback/../../etc/passwd?code=stolen&state=${state}`, {}, 404],
    ['another method', `/callback?code=stolen&state=${state}`, { method: 'POST' }, 405],
    ['another host', `/callback?code=stolen&state=${state}`, { headers: { host: 'rebind.example' } }, 403]
  ] as const)(
    'AUTH-29 SEC-13: refuses %s, and still takes the right answer',
    async (_what, path, more, status) => {
      const listener = await start()
      const answered = listener.wait(new AbortController().signal)
      expect(await ask(listener, path, more)).toMatchObject({ status, type: 'text/plain; charset=utf-8' })
      await ask(listener, `/callback?code=right&state=${state}&iss=https://issuer.example`)
      expect(await answered).toEqual({
        code: 'right',
        issuer: 'https://issuer.example',
        error: null,
        errorDescription: null
      })
    }
  )

  it.each([
    ['two codes', `code=one&code=two`],
    ['no code', ''],
    ['an empty code', 'code='],
    ['a code and an error', 'code=one&error=access_denied']
  ])('an answer with %s ends the sign-in', async (_what, query) => {
    const listener = await start()
    const answered = listener.wait(new AbortController().signal)
    answered.catch(() => {})
    expect((await ask(listener, `/callback?state=${state}&${query}`)).status).toBe(400)
    await expect(answered).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
  })

  it('does not repeat the received request', async () => {
    const listener = await start()
    const answered = listener.wait(new AbortController().signal)
    const markup = encodeURIComponent('<script>alert(1)</script>')
    const page = await ask(listener, `/callback?state=${state}&error=${markup}&error_description=${markup}`)
    expect(page.text).not.toContain('script')
    expect((await answered).error).toBe('<script>alert(1)</script>')
  })

  it('closes after its one answer, and when the sign-in is cancelled', async () => {
    const listener = await start()
    const answered = listener.wait(new AbortController().signal)
    await ask(listener, `/callback?code=right&state=${state}`)
    await answered
    await vi.waitFor(() => expect(ask(listener, '/callback')).rejects.toThrow(), soon)
    const other = await start()
    const controller = new AbortController()
    const waiting = other.wait(controller.signal)
    controller.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    await vi.waitFor(() => expect(ask(other, '/callback')).rejects.toThrow(), soon)
  })

  it('reports a port in use', async () => {
    const listener = await start()
    expect(await openCallbackListener({ port: listener.port, state })).toBeNull()
  })
})
