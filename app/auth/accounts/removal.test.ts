import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LocalizedText } from '../../contract/localized-text'
import { toEnglish } from '../../texts/render-localized'
import { visit } from '../../testing/sign-in/browser'
import { openSignInHost, isReachable } from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { startSignInServer } from '../../testing/sign-in/sign-in-server'
import { createAuthMetadata, startSmallServer } from '../../testing/sign-in/small-server'
import { soon } from '../../testing/soon'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

async function signedIn(url: string): Promise<SignInHost> {
  const self = await openSignInHost({ work: { url } })
  opened.push(self)
  await visit(await self.agree())
  await isReachable(self, 'connected')
  expect(self.host.secrets.has('oauth/work')).toBe(true)
  return self
}

async function startServer() {
  const server = await startSignInServer({})
  opened.push(server)
  const revoked = async () => (await server.log()).filter(({ url }) => url === '/token/revocation').length
  return { ...server, revoked }
}

/** A server whose renewals wait until they are released. */
async function startWaiting(grant = 'refresh_token') {
  const held: (() => void)[] = []
  const revoked: string[] = []
  const server = await startSmallServer({
    documents: (origin) => ({
      '/.well-known/oauth-authorization-server': {
        ...createAuthMetadata(origin),
        revocation_endpoint: `${origin}/revoke`
      }
    }),
    answer: ({ url }, response, body) => {
      if (url === '/revoke') {
        revoked.push(new URLSearchParams(body).get('token') ?? '')
        response.writeHead(200).end()
        return true
      }
      if (url !== '/token' || !body.includes(grant)) return false
      const given = { access_token: 'token-late', refresh_token: 'refresh-token-late', token_type: 'Bearer' }
      response.writeHead(200, { 'content-type': 'application/json' })
      held.push(() => response.end(JSON.stringify(given)))
      return true
    }
  })
  opened.push(server)
  const isAsked = () => vi.waitFor(() => expect(held).toHaveLength(1), soon)
  return { ...server, revoked, isAsked, release: () => held.splice(0).forEach((go) => go()) }
}

const alertsOf = ({ host }: SignInHost) =>
  host.events.flatMap(({ name, payload }) => {
    const isAlert = name === 'notice.raised' && JSON.stringify(payload).includes('"alert"')
    return isAlert && 'text' in payload ? [toEnglish(payload.text as LocalizedText)] : []
  })

describe('a server that is removed', () => {
  it('revokes its tokens where possible, and leaves nothing in the vault', async () => {
    const server = await startServer()
    const self = await signedIn(server.url)
    await self.host.handlers['server.remove']({ serverName: 'work' })
    expect([...self.host.secrets.keys()]).toEqual([])
    await vi.waitFor(async () => expect(await server.revoked()).toBe(2), soon)
    expect(alertsOf(self)).toEqual([])
  })

  it('reports tokens that could not be revoked', async () => {
    const server = await startSmallServer()
    opened.push(server)
    const self = await signedIn(server.url)
    await self.host.handlers['server.remove']({ serverName: 'work' })
    expect([...self.host.secrets.keys()]).toEqual([])
    await vi.waitFor(() => expect(alertsOf(self)).toHaveLength(1), soon)
    expect(alertsOf(self)[0]).toContain(`${server.origin} didn't revoke the sign-in`)
  })
})

it('keeps a renamed server signed in and revokes nothing', async () => {
  const server = await startServer()
  const self = await signedIn(server.url)
  const json = JSON.stringify({ url: server.url })
  await self.host.handlers['server.save-entry']({ previousName: 'work', serverName: 'office', json })
  await isReachable(self, 'connected', 'office')
  expect([...self.host.secrets.keys()]).toEqual(['oauth/office'])
  expect(await server.revoked()).toBe(0)
})

it("keeps both sign-ins when a server can't get a name that is in use", async () => {
  const server = await startServer()
  const self = await signedIn(server.url)
  const [kept] = self.host.secrets.values()
  const json = JSON.stringify({ url: server.url })
  await self.host.handlers['server.save-entry']({ previousName: null, serverName: 'home', json })
  await visit(await self.agree(), 'ben')
  await isReachable(self, 'connected', 'home')
  const other = self.host.secrets.get('oauth/home')
  const renaming = self.host.handlers['server.save-entry']({ previousName: 'work', serverName: 'home', json })
  await expect(renaming).rejects.toMatchObject({ code: expect.stringContaining('SETTINGS') })
  expect(self.host.secrets.get('oauth/work')).toBe(kept)
  expect(self.host.secrets.get('oauth/home')).toBe(other)
})

it('keeps the sign-in of an entry that was removed by hand and added back later', async () => {
  const server = await startServer()
  const first = await signedIn(server.url)
  const without = await openSignInHost({}, { secrets: new Map(first.host.secrets) })
  opened.push(without)
  await vi.waitFor(
    async () => expect((await without.host.handlers['app.snapshot']({})).servers).toEqual([]),
    soon
  )
  const back = await openSignInHost({ work: { url: server.url } }, { secrets: without.host.secrets })
  opened.push(back)
  await isReachable(back, 'connected')
  expect(back.host.openedLinks).toEqual([])
})

it('asks again about an entry that was removed during its question and added back', async () => {
  const server = await startServer()
  const self = await openSignInHost({ work: { url: server.url } })
  opened.push(self)
  const write = (mcpServers: object) =>
    writeFile(path.join(self.folder, 'settings.json'), JSON.stringify({ mcpServers }))
  await self.asked()
  await write({})
  await vi.waitFor(() => expect(self.host.question()).toBeNull(), soon)
  await write({ work: { url: server.url } })
  await visit(await self.agree())
  await isReachable(self, 'connected')
})

describe('a renewal that finishes late', () => {
  it('saves nothing for a server that was removed before, and its tokens are revoked', async () => {
    const server = await startWaiting()
    const self = await signedIn(server.url)
    server.expire()
    await self.begin('whoami')
    await server.isAsked()
    await self.host.handlers['server.remove']({ serverName: 'work' })
    server.release()
    await vi.waitFor(() => expect(server.revoked).toContain('refresh-token-late'), soon)
    expect([...self.host.secrets.keys()]).toEqual([])
  })

  it('does not undo a sign-out: the token is not used, and is revoked', async () => {
    const server = await startWaiting()
    const self = await signedIn(server.url)
    server.expire()
    await self.begin('whoami')
    await server.isAsked()
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-out' })
    expect(server.revoked).toEqual(['refresh-token-1', 'token-1'])
    server.release()
    await vi.waitFor(() => expect(server.revoked).toContain('refresh-token-late'), soon)
    expect(self.host.secrets.get('oauth/work')).toContain('"session":null')
    expect(self.account()).toMatchObject({ state: 'signed-out' })
    expect(server.asked.filter((each) => each.includes('/mcp token-late'))).toEqual([])
  })

  it('does not undo a sign-out without a previous sign-in', async () => {
    const server = await startWaiting('client_credentials')
    const oauth = { flow: 'client-credentials', clientId: 'known', clientSecret: 'a-well-kept-secret' }
    const self = await openSignInHost({ work: { url: server.url, oauth } })
    opened.push(self)
    await server.isAsked()
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-out' })
    server.release()
    await vi.waitFor(() => expect(server.revoked).toContain('token-late'), soon)
    expect(self.host.secrets.get('oauth/work')).toContain('"session":null')
  })

  it('registers nothing again after the client was forgotten', async () => {
    const server = await startWaiting()
    const self = await signedIn(server.url)
    server.expire()
    await self.begin('whoami')
    await server.isAsked()
    await self.host.handlers['account.act']({ serverName: 'work', act: 'forget-client' })
    server.release()
    await vi.waitFor(() => expect(server.revoked).toContain('refresh-token-late'), soon)
    expect(self.host.secrets.get('oauth/work')).toContain('"clients":{}')
  })

  it('is saved under the new name of the server', async () => {
    const server = await startWaiting()
    const self = await signedIn(server.url)
    server.expire()
    await self.begin('whoami')
    await server.isAsked()
    const json = JSON.stringify({ url: server.url })
    const renaming = self.host.handlers['server.save-entry']({
      previousName: 'work',
      serverName: 'office',
      json
    })
    server.release()
    await renaming
    expect([...self.host.secrets.keys()]).toEqual(['oauth/office'])
    expect(self.host.secrets.get('oauth/office')).toContain('refresh-token-late')
  })

  it('is kept for an entry that was removed by hand before', async () => {
    const server = await startWaiting()
    const self = await signedIn(server.url)
    server.expire()
    await self.begin('whoami')
    await server.isAsked()
    await writeFile(path.join(self.folder, 'settings.json'), JSON.stringify({ mcpServers: {} }))
    await vi.waitFor(async () => expect(await self.server()).toBeUndefined(), soon)
    expect(self.account()).toBeUndefined()
    server.release()
    await vi.waitFor(() => expect(self.host.secrets.get('oauth/work')).toContain('refresh-token-late'), soon)
  })
})
