/**
 * Renewal of an access token goes through `TrustCheck`, too: a server that is no longer trusted gets neither key nor token.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { visit } from '../../../testing/sign-in/browser'
import { openSignInHost, isReachable } from '../../../testing/sign-in/signed-in-host'
import { startSmallServer } from '../../../testing/sign-in/small-server'
import type { SmallServer } from '../../../testing/sign-in/small-server'
import { soon } from '../../../testing/soon'

let folder: string
let host: OpenTestHost
let server: SmallServer
/** Whose answers wait: the server's, or the authorization server's. */
let holds: 'initialize' | 'refresh_token' | null
let held: ((status: number) => void)[]

function keep(_request: IncomingMessage, response: ServerResponse, body: string): boolean {
  if (holds === null || !body.includes(holds)) return false
  const headers = { 'content-type': 'application/json', 'www-authenticate': 'Bearer' }
  held.push((status) => void response.writeHead(status, headers).end('{}'))
  return true
}

const writeEntry = (more: object = {}) =>
  writeFile(
    path.join(folder, 'settings.json'),
    JSON.stringify({ mcpServers: { work: { url: server.url, ...more } } })
  )

/** A user has trusted the server and signed in. The next run has both, and no user is there to trust anything. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-renewal-'))
  holds = null
  held = []
  server = await startSmallServer({ answer: keep })
  const first = await openSignInHost({ work: { url: server.url } }, { folder })
  await visit(await first.agree())
  await isReachable(first, 'connected')
  await first.close()
  host = await openHost({ folder })
  for (const [name, value] of first.host.secrets) host.secrets.set(name, value)
  await host.start()
  await vi.waitFor(() => expect(states()).toContain('connected'), soon)
  server.asked.length = 0
})

afterEach(async () => {
  await host.dispose()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const states = () =>
  host.events.flatMap(({ name, payload }) =>
    name === 'server.changed' ? [(payload as { state: string }).state] : []
  )
const tokenRequests = () => server.asked.filter((asked) => asked.startsWith('/token'))
const isHeld = () => vi.waitFor(() => expect(held).toHaveLength(1), soon)

/** The button that tests a sign-in makes a separate connection, which a change of the entry doesn't end. */
function pressTest(holding: typeof holds) {
  holds = holding
  server.expire()
  return host.handlers['account.test']({ serverName: 'work' })
}

const revoke = () => host.handlers['consent.revoke']({ kind: 'trust', serverName: 'work' })
const change = async (): Promise<void> => {
  await writeEntry({ headers: { 'X-Added': 'by another program' } })
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
}

describe('the renewal of an access token', () => {
  it('SEC-11-2 is sent while the server is trusted', async () => {
    const ended = pressTest('initialize')
    await isHeld()
    holds = null
    held.pop()?.(401)
    expect((await ended).isOk).toBe(true)
    expect(tokenRequests()).not.toEqual([])
  })

  it.each([
    ['whose trust was revoked', revoke],
    ['whose entry has changed', change]
  ])('SEC-11-2 sends nothing for a server %s', async (_what, happens) => {
    const ended = pressTest('initialize')
    await isHeld()
    await happens()
    holds = null
    server.asked.length = 0
    held.pop()?.(401)
    expect((await ended).isOk).toBe(false)
    expect(server.asked).toEqual([])
  })

  it("SEC-11-2 isn't retried after an error once the trust was revoked", async () => {
    const ended = pressTest('refresh_token')
    await isHeld()
    await revoke()
    holds = null
    held.pop()?.(500)
    expect((await ended).isOk).toBe(false)
    expect(tokenRequests()).toHaveLength(1)
  })
})
