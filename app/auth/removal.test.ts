import { afterEach, describe, expect, it, vi } from 'vitest'
import { visit } from '../testing/sign-in/browser'
import { openSignInHost, reaches } from '../testing/sign-in/signed-in-host'
import type { SignInHost } from '../testing/sign-in/signed-in-host'
import { startSignInServer } from '../testing/sign-in/sign-in-server'
import { startSmallServer } from '../testing/sign-in/small-server'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

async function signedIn(url: string): Promise<SignInHost> {
  const self = await openSignInHost({ work: { url } })
  opened.push(self)
  await visit(await self.agree())
  await reaches(self, 'connected')
  expect(self.host.secrets.has('oauth/work')).toBe(true)
  return self
}

async function startServer() {
  const server = await startSignInServer({})
  opened.push(server)
  const revoked = async () => (await server.log()).filter(({ url }) => url === '/token/revocation').length
  return { ...server, revoked }
}

const alertsOf = ({ host }: SignInHost) =>
  host.events.flatMap(({ name, payload }) => (name === 'notice.raised' ? [JSON.stringify(payload)] : []))

describe('a server that is removed', () => {
  it('takes its tokens back where that is offered, and leaves nothing in the vault', async () => {
    const server = await startServer()
    const self = await signedIn(server.url)
    await self.host.handlers['server.remove']({ serverName: 'work' })
    expect([...self.host.secrets.keys()]).toEqual([])
    await vi.waitFor(async () => expect(await server.revoked()).toBe(2), 10_000)
    expect(alertsOf(self)).toEqual([])
  })

  it('says so where the tokens can not be taken back', async () => {
    const server = await startSmallServer()
    opened.push(server)
    const self = await signedIn(server.url)
    await self.host.handlers['server.remove']({ serverName: 'work' })
    expect([...self.host.secrets.keys()]).toEqual([])
    await vi.waitFor(() => expect(alertsOf(self)).toHaveLength(1), 10_000)
    expect(alertsOf(self)[0]).toContain(`${server.origin} did not take it back`)
  })
})

it('a server that gets another name stays signed in: nothing is taken back', async () => {
  const server = await startServer()
  const self = await signedIn(server.url)
  const json = JSON.stringify({ url: server.url })
  await self.host.handlers['server.save-entry']({ previousName: 'work', serverName: 'office', json })
  await reaches(self, 'connected', 'office')
  expect([...self.host.secrets.keys()]).toEqual(['oauth/office'])
  expect(await server.revoked()).toBe(0)
})

it('an entry that is taken out by hand and put back later is signed in still', async () => {
  const server = await startServer()
  const first = await signedIn(server.url)
  const without = await openSignInHost({}, { secrets: new Map(first.host.secrets) })
  opened.push(without)
  await vi.waitFor(async () => expect((await without.host.handlers['app.snapshot']({})).servers).toEqual([]))
  const back = await openSignInHost({ work: { url: server.url } }, { secrets: without.host.secrets })
  opened.push(back)
  await reaches(back, 'connected')
  expect(back.host.openedLinks).toEqual([])
})
