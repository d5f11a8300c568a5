/** The private folder of a sandboxed server when its entry is renamed, removed or cleared by the user. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../../sandbox/available/find-sandbox'
import type { ServerView } from '../../../contract/servers'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const script = fileURLToPath(new URL('../../../testing/servers/any-code.mjs', import.meta.url))
const entry = (more: object = {}) => ({
  command: process.execPath,
  args: [script],
  containment: { read: [], write: [], hosts: [], ...more }
})

let folder: string
let host: OpenTestHost

beforeEach(async () => {
  folder = await realpath(await mkdtemp('/var/tmp/private-'))
  await mkdir(path.join(folder, 'data'))
  const servers = { notes: entry({ homeMb: 64 }), other: { ...entry(), disabled: true } }
  await writeFile(path.join(folder, 'data/settings.json'), JSON.stringify({ mcpServers: servers }))
  host = await openHost({ folder: path.join(folder, 'data') })
  await host.start()
})

afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function view(name: string): Promise<ServerView | undefined> {
  return (await host.handlers['app.snapshot']({})).servers.find((each) => each.name === name)
}

async function untilConnected(name: string): Promise<ServerView> {
  await vi.waitFor(async () => {
    const question = host.question()
    if (question?.type === 'server-trust')
      await host.handlers['consent.answer']({
        questionId: question.id,
        answer: { type: 'server-trust', decision: 'trust' }
      })
    expect((await view(name))?.state).toBe('connected')
  }, soon)
  return (await view(name)) as ServerView
}

/** The private folder of the only server. */
async function home(): Promise<string> {
  const [name = ''] = await readdir(path.join(folder, 'data/homes'))
  return path.join(folder, 'data/homes', name, 'home')
}

const read = (serverName: string) => host.handlers['server.read']({ serverName, what: 'private-folder' })

describe.skipIf(!canContain)('the private folder of a server', { timeout: 300_000 }, () => {
  it('is shown with its size and its limit, which is the default if the entry has none', async () => {
    await untilConnected('notes')
    expect(await read('notes')).toEqual({ bytes: 0, allowedMb: 64 })
    await writeFile(path.join(await home(), 'token'), 'x'.repeat(100_000))
    const { bytes = null } = (await read('notes')) ?? {}
    expect(bytes).toBeGreaterThanOrEqual(100_000)
    expect(await read('other')).toEqual({ bytes: null, allowedMb: 4_096 })
    await expect(read('missing')).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' })
  })

  it('is cleared while its server is stopped, which runs again after that', async () => {
    const before = await untilConnected('notes')
    await writeFile(path.join(await home(), 'token'), 'mine')
    await host.handlers['server.clear']({ serverName: 'notes', what: 'private-folder' })
    expect(existsSync(path.join(await home(), 'token'))).toBe(false)
    const after = await untilConnected('notes')
    expect(after.processId).not.toBe(before.processId)
  })

  it('is cleared for a stopped server, which stays stopped', async () => {
    await untilConnected('notes')
    await writeFile(path.join(await home(), 'token'), 'mine')
    await host.handlers['server.control']({ serverName: 'notes', act: 'stop' })
    await vi.waitFor(async () => expect((await view('notes'))?.state).toBe('stopped'), soon)
    await host.handlers['server.clear']({ serverName: 'notes', what: 'private-folder' })
    expect(existsSync(path.join(await home(), 'token'))).toBe(false)
    expect((await view('notes'))?.state).toBe('stopped')
  })

  it('stays with its server under another name, also if that name is taken', async () => {
    await untilConnected('notes')
    await writeFile(path.join(await home(), 'token'), 'mine')
    const rename = (serverName: string) =>
      host.handlers['server.save-entry']({ previousName: 'notes', serverName, json: JSON.stringify(entry()) })
    await expect(rename('other')).rejects.toMatchObject({ code: 'SETTINGS_NAME_TAKEN' })
    expect(((await read('notes')) ?? { bytes: null }).bytes).not.toBeNull()
    await rename('diary')
    await untilConnected('diary')
    expect(await readdir(path.join(folder, 'data/homes'))).toHaveLength(1)
    expect(await readFile(path.join(await home(), 'token'), 'utf8')).toBe('mine')
  })

  it('is removed with the entry of its server', async () => {
    await untilConnected('notes')
    await host.handlers['server.remove']({ serverName: 'notes' })
    expect(await readdir(path.join(folder, 'data/homes'))).toEqual([])
  })
})
