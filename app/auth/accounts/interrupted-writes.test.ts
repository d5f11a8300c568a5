import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { visit } from '../../testing/sign-in/browser'
import { openKillableHost } from '../../testing/sign-in/killable-host'
import type { KillableHost } from '../../testing/sign-in/killable-host'
import { isReachable, readResultText } from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { startSignInServer } from '../../testing/sign-in/sign-in-server'
import type { SignInServer } from '../../testing/sign-in/sign-in-server'
import { soon } from '../../testing/soon'

/** Real processes, each of which loads the whole core. */
const limitMs = 90_000

let folder: string
const opened: { close(): unknown }[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-killed-'))
})
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(names: readonly string[]): Promise<SignInServer> {
  const server = await startSignInServer({})
  opened.push(server)
  const mcpServers = Object.fromEntries(names.map((name) => [name, { url: server.url }]))
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  return server
}

async function open(): Promise<SignInHost<KillableHost>> {
  const self = await openKillableHost(folder)
  opened.push(self)
  return self
}

/** Answers the questions of all servers, each with a different account. */
async function signInAll(self: SignInHost<KillableHost>, logins: Readonly<Record<string, string>>) {
  for (let count = Object.keys(logins).length; count > 0; count -= 1) {
    const { serverName } = await self.asked()
    await visit(await self.agree(), logins[serverName])
    await isReachable(self, 'connected', serverName)
  }
}

const count = async (
  server: SignInServer,
  isIt: (asked: Awaited<ReturnType<SignInServer['log']>>[number]) => boolean
) => (await server.log()).filter(isIt).length
const renewals = (server: SignInServer) => count(server, ({ granted }) => granted === 'refresh_token')
const registrations = (server: SignInServer) => count(server, ({ url }) => url === '/reg')

describe('killed while a token is renewed', () => {
  it(
    'AUTH-37: before the request was carried out: the sign-in stays valid without a question',
    async () => {
      const server = await start(['work'])
      const first = await open()
      await signInAll(first, { work: 'ann' })
      await server.expire()
      await server.hold('before')
      const asked = await count(server, ({ url }) => url === '/token')
      await first.begin('whoami')
      await vi.waitFor(
        async () => expect(await count(server, ({ url }) => url === '/token')).toBe(asked + 1),
        soon
      )
      await first.host.kill()
      await server.release()

      const second = await open()
      await isReachable(second, 'connected')
      expect(readResultText(await second.call('whoami'))).toBe('whoami for ann')
      expect(second.host.openedLinks).toEqual([])
      expect(second.account()).toMatchObject({ state: 'signed-in', name: 'ann@people.example' })
    },
    limitMs
  )

  it(
    'AUTH-38: after it was carried out, with its answer lost: the sign-in is offered for the same account',
    async () => {
      const server = await start(['work'])
      const first = await open()
      await signInAll(first, { work: 'ann' })
      await server.expire()
      await server.hold('after')
      const before = await renewals(server)
      await first.begin('whoami')
      await vi.waitFor(async () => expect(await renewals(server)).toBe(before + 1), soon)
      await first.host.kill()
      await server.release()

      const second = await open()
      expect(await second.asked()).toMatchObject({ serverName: 'work', account: 'ann@people.example' })
      expect(second.account()).toMatchObject({ issuer: server.issuer })
      await signInAll(second, { work: 'ann' })
      expect(readResultText(await second.call('whoami'))).toBe('whoami for ann')
      expect(await registrations(server)).toBe(1)
    },
    limitMs
  )
})

describe('killed at any moment', () => {
  it(
    'stay signed in or are asked for the same account, and register nothing again',
    async () => {
      const server = await start(['work'])
      let self = await open()
      await signInAll(self, { work: 'ann' })
      for (const delayMs of [0, 3, 12, 50, 200]) {
        await server.expire()
        await self.begin('whoami')
        await sleep(delayMs)
        await self.host.kill()
        self = await open()
        const came = await Promise.race([
          isReachable(self, 'connected').then(() => 'connected'),
          self.asked().then(({ account }) => account)
        ])
        expect(['connected', 'ann@people.example']).toContain(came)
        if (came !== 'connected') await signInAll(self, { work: 'ann' })
        expect(readResultText(await self.call('whoami'))).toBe('whoami for ann')
      }
      expect(await registrations(server)).toBe(1)
    },
    3 * limitMs
  )
})

describe('killed while the browser is open', () => {
  it(
    'at the first sign-in: the next start offers it again, and the old page has no effect',
    async () => {
      await start(['work'])
      const first = await open()
      const link = await first.agree()
      await first.host.kill()
      await expect(visit(link)).rejects.toThrow('fetch failed')

      const second = await open()
      await isReachable(second, 'needs-sign-in')
      await signInAll(second, { work: 'ann' })
      expect(readResultText(await second.call('whoami'))).toBe('whoami for ann')
    },
    limitMs
  )

  it(
    'at a later one: the account stays signed in',
    async () => {
      await start(['work'])
      const first = await open()
      await signInAll(first, { work: 'ann' })
      await first.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
      await first.agree()
      await first.host.kill()

      const second = await open()
      await isReachable(second, 'connected')
      expect(readResultText(await second.call('whoami'))).toBe('whoami for ann')
      expect(second.host.question()).toBeNull()
    },
    limitMs
  )
})

describe('killed while the vault is written', () => {
  it.each([
    ['half-written', false],
    ['written', false],
    ['replaced', true]
  ] as const)(
    '%s: loses no account; renewed tokens kept: %s',
    async (step, isKept) => {
      await start(['work', 'home'])
      const server = opened[0] as SignInServer
      const logins = { work: 'ann', home: 'ben' }
      const first = await open()
      await signInAll(first, logins)
      const before = await readFile(path.join(folder, 'vault.json'), 'utf8')
      await server.expire()
      first.host.killAt(step)
      await first.begin('whoami', 'work')
      expect(await first.host.ended).toBe('SIGKILL')
      const after = await readFile(path.join(folder, 'vault.json'), 'utf8')
      expect(after !== before).toBe(isKept)

      const second = await open()
      await isReachable(second, 'connected', 'home')
      if (isKept) await isReachable(second, 'connected', 'work')
      else {
        expect(await second.asked()).toMatchObject({ serverName: 'work', account: 'ann@people.example' })
        await signInAll(second, { work: 'ann' })
      }
      for (const [name, login] of Object.entries(logins))
        expect(readResultText(await second.call('whoami', name))).toBe(`whoami for ${login}`)
      expect(await registrations(server)).toBe(2)
    },
    limitMs
  )
})
