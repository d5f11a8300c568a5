/**
 * Connecting, renewing a token and testing a sign-in get the definition from one place, which refuses without an
 * approval.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

let folder: string
let host: OpenTestHost
let received: (string | undefined)[]
let server: http.Server
let url: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-door-'))
  received = []
  server = http.createServer((request, response) => {
    received.push(String(request.headers['x-key']))
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const entry = { type: 'http', url, headers: { 'X-Key': '${secret:key}' } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { work: entry } }))
})

afterEach(async () => {
  await host.dispose()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(policyFile?: string): Promise<void> {
  host = await openHost(policyFile === undefined ? { folder } : { folder, policyFile })
  host.secrets.set('key', 'a-secret-of-the-vault')
  await host.start()
}

const answer = async (decision: 'trust' | 'keep-stopped'): Promise<void> => {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
  await host.handlers['consent.answer']({
    questionId: host.question()?.id ?? '',
    answer: { type: 'server-trust', decision }
  })
}
const test = () => host.handlers['account.test']({ serverName: 'work' })

describe('the button that tests a sign-in', () => {
  it('SEC-11-2 contacts no server while the trust question is open, nor after “Keep stopped”', async () => {
    await open()
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
    expect((await test()).isOk).toBe(false)
    await answer('keep-stopped')
    const { isOk, message } = await test()
    expect(isOk).toBe(false)
    expect(toEnglish(message)).toContain('Parley sent nothing to work')
    expect(received).toEqual([])
  })

  it('SEC-11-2 contacts no server that the policy of the computer forbids', async () => {
    const policyFile = path.join(folder, 'policy.json')
    const allow = [{ url: 'https://elsewhere.example/mcp' }]
    await writeFile(policyFile, JSON.stringify({ servers: { allow } }))
    await open(policyFile)
    const { isOk, message } = await test()
    expect(isOk).toBe(false)
    expect(toEnglish(message)).toContain(policyFile)
    expect(received).toEqual([])
  })

  it('SEC-11-2 contacts no server whose entry differs from the trusted one', async () => {
    await open()
    await answer('trust')
    await vi.waitFor(() => expect(received).toContain('a-secret-of-the-vault'), soon)
    const entry = { type: 'http', url: `${url}/elsewhere`, headers: { 'X-Key': '${secret:key}' } }
    await host.handlers['server.save-entry']({
      previousName: 'work',
      serverName: 'work',
      json: JSON.stringify(entry)
    })
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
    received.length = 0
    expect((await test()).isOk).toBe(false)
    expect(received).toEqual([])
  })
})
