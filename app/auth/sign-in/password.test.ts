/** Sign-in with a user name and a password, through the whole core with a real server. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import { startPasswordServer, type PasswordServer } from '../../testing/sign-in/password-server'
import {
  openSignInHost,
  isReachable,
  readResultText,
  type SignInHost
} from '../../testing/sign-in/signed-in-host'
import { soon } from '../../testing/soon'

const user = 'ann'
const password = 'pässword: of a test'
const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

let server: PasswordServer
let self: SignInHost | undefined
afterEach(async () => {
  await self?.close()
  server[Symbol.dispose]()
})

async function open(challenge?: string): Promise<SignInHost> {
  server = await startPasswordServer({ user, password, ...(challenge !== undefined && { challenge }) })
  self = await openSignInHost({ work: { url: server.url } })
  return self
}

async function enter(host: SignInHost, id: string, secret: string): Promise<void> {
  const question = await host.asked()
  const answer = { type: 'sign-in' as const, decision: 'open-browser' as const, client: { id, secret } }
  await host.host.handlers['consent.answer']({ questionId: question.id, answer })
}

describe('a server that requires a user name and a password', () => {
  it("SYS-18: is asked for with the server's address and realm, and the server gets it", async () => {
    const host = await open()
    const { places, serverUrl } = await host.asked()
    expect(serverUrl).toBe(server.url)
    expect(places).toEqual([
      expect.objectContaining({ host: server.host, needsClient: true, password: { realm: 'The shop' } })
    ])
    await enter(host, user, password)
    await isReachable(host, 'connected')
    expect(server.came.at(-1)).toBe(encoded(`${user}:${password}`))
    expect(readResultText(await host.call('stock'))).toBe('Twelve pots')
    expect(host.account()).toMatchObject({ state: 'signed-in', name: user })
    expect(host.host.openedLinks).toEqual([])
  })

  it("SYS-18: asks again for a wrong one, with the reason, and doesn't keep it", async () => {
    const host = await open()
    await enter(host, user, 'wrong password here')
    await vi.waitFor(async () => {
      const question = await host.asked()
      expect(toEnglish(question.reason)).toContain('user name or password')
      expect(question.account).toBe(user)
    }, soon)
    expect([...host.host.secrets.values()].join()).not.toContain(
      Buffer.from(`${user}:wrong password here`).toString('base64')
    )
    await enter(host, user, password)
    await isReachable(host, 'connected')
  })

  it('SYS-18: is asked for again during a call when it was changed at the server, and the call continues', async () => {
    const host = await open()
    await enter(host, user, password)
    await isReachable(host, 'connected')
    server.setPassword('another password')
    const call = await host.begin('stock')
    await enter(host, user, 'another password')
    expect(readResultText(await call())).toBe('Twelve pots')
  })

  it('SYS-18: Sign out removes them from the vault', async () => {
    const host = await open()
    await enter(host, user, password)
    await isReachable(host, 'connected')
    expect([...host.host.secrets.values()].join()).toContain(
      Buffer.from(`${user}:${password}`).toString('base64')
    )
    await host.host.handlers['account.act']({ serverName: 'work', act: 'sign-out' })
    await vi.waitFor(
      () =>
        expect([...host.host.secrets.values()].join()).not.toContain(
          Buffer.from(`${user}:`).toString('base64').slice(0, 5)
        ),
      soon
    )
    expect(host.account()).toMatchObject({ state: 'signed-out', holdsTokens: false })
  })

  it('SYS-18: appears neither in files and logs nor in data for the window', async () => {
    const host = await open()
    await enter(host, user, password)
    await isReachable(host, 'connected')
    await host.call('stock')
    const names = await readdir(host.folder, { recursive: true, withFileTypes: true })
    const files = await Promise.all(
      names
        .filter((one) => one.isFile())
        // A file that is being replaced may be gone by now.
        .map((one) => readFile(path.join(one.parentPath, one.name), 'latin1').catch(() => ''))
    )
    const told = [...files, JSON.stringify(host.host.events), JSON.stringify(host.host.logged)]
    for (const text of told)
      for (const secret of [password, Buffer.from(`${user}:${password}`).toString('base64')])
        expect(text).not.toContain(secret)
  })

  it('SYS-18: Cancel sends nothing, and a name with a colon is refused', async () => {
    const host = await open()
    await enter(host, 'an:n', password)
    await vi.waitFor(() => expect(toEnglish(host.account()?.reason ?? { text: '' })).toContain('colon'), soon)
    expect(server.came.every((header) => header === null)).toBe(true)
    await host.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
    await host.cancel()
    await vi.waitFor(() => expect(host.account()).toMatchObject({ state: 'needs-sign-in' }), soon)
    expect(server.came.every((header) => header === null)).toBe(true)
  })
})
