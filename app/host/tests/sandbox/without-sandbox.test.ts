/**
 * Windows, which has no sandbox, and a Mac on which the self-test of the sandbox hasn't run: no server is called
 * sandboxed there, and no server that requires a sandbox runs.
 */
import { access, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuestionAnswer, ServerTrustQuestion } from '../../../contract/questions/questions'
import { readyMadeEntry, readyMadeNames } from '../../../contract/servers/ready-made-permissions'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { selfTestCommand } from '../../../sandbox/available/commands'
import { toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

let folder: string
let host: OpenTestHost | null = null
const place = (name: string) => path.join(folder, name)

beforeEach(async () => {
  folder = await realpath(await mkdtemp('/var/tmp/without-walls-'))
  for (const name of ['notes', 'data', 'home/.cursor']) await mkdir(place(name), { recursive: true })
  vi.stubEnv('HOME', place('home'))
})

afterEach(async () => {
  await host?.dispose()
  host = null
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function open(platform: NodeJS.Platform, mcpServers: object = {}): Promise<OpenTestHost> {
  await writeFile(place('data/settings.json'), JSON.stringify({ mcpServers }))
  host = await openHost({ folder: place('data'), wallsOf: platform })
  await host.start()
  return host
}

async function entries(): Promise<Record<string, object>> {
  const text = await readFile(place('data/settings.json'), 'utf8')
  return (JSON.parse(text) as { mcpServers: Record<string, object> }).mcpServers
}

async function asked(here: OpenTestHost): Promise<ServerTrustQuestion> {
  await vi.waitFor(() => expect(here.question()).toMatchObject({ type: 'server-trust' }), soon)
  return here.question() as ServerTrustQuestion
}

async function trust(here: OpenTestHost): Promise<void> {
  const answer: QuestionAnswer = { type: 'server-trust', decision: 'trust' }
  await here.handlers['consent.answer']({ questionId: (await asked(here)).id, answer })
}

const viewOf = async (here: OpenTestHost, name: string) =>
  (await here.handlers['app.snapshot']({})).servers.find((server) => server.name === name)

describe.each([
  ['darwin', "On macOS, the sandbox is off until Parley's self-test succeeds on this Mac", selfTestCommand],
  ['win32', 'Windows has no sandbox that Parley can use', null]
] as const)('on %s', (platform, words, command) => {
  it('offers no sandbox, and says what to do', async () => {
    const here = await open(platform)
    const view = await here.handlers['sandbox.read']({})
    expect(view).toMatchObject({ canContain: false, remedy: command })
    expect(view.advice === null ? '' : toEnglish(view.advice)).toContain(words)
  })

  it('adds a server without a sandbox from every source, and says so', async () => {
    const here = await open(platform)
    const args = ['server.mjs', place('notes')]
    const theirs = { taken: { command: 'node', args } }
    await writeFile(place('home/.cursor/mcp.json'), JSON.stringify({ mcpServers: theirs }))
    const { files } = await here.handlers['other-apps.find']({})
    const servers = files.flatMap((file) => file.servers.map(({ id }) => ({ id, filledIn: {} })))
    await here.handlers['other-apps.import']({ servers })
    await here.handlers['server.paste']({
      text: JSON.stringify({ mcpServers: { pasted: { command: 'node', args } } })
    })
    await here.handlers['server.save-entry']({
      previousName: null,
      serverName: 'formed',
      form: { kind: 'program', command: 'node', args, cwd: '', env: [] }
    })
    for (const name of readyMadeNames) {
      const json = JSON.stringify(readyMadeEntry(name, place('notes')))
      await here.handlers['server.save-entry']({ previousName: null, serverName: name, json })
    }
    const saved = await entries()
    expect(Object.keys(saved)).toEqual(['taken', 'pasted', 'formed', ...readyMadeNames])
    for (const entry of Object.values(saved)) expect(Object.keys(entry as object)).not.toContain('sandbox')
    await vi.waitFor(async () => expect(await viewOf(here, 'formed')).toBeDefined(), soon)
    const views = (await here.handlers['app.snapshot']({})).servers
    expect(views.map(({ isContained }) => isContained)).toEqual(views.map(() => false))
    expect((await asked(here)).act.containment).toBeUndefined()
    await expect(
      here.handlers['sandbox.set']({ serverName: 'pasted', isSandboxed: true })
    ).rejects.toMatchObject({ code: 'SERVER_NOT_CONTAINED' })
  })

  it("doesn't run a server whose entry requires a sandbox, and names the system as the reason", async () => {
    const program = `require('fs').writeFileSync(${JSON.stringify(place('ran'))}, '')`
    const walled = {
      command: process.execPath,
      args: ['-e', program],
      containment: { read: [place('notes')] }
    }
    const here = await open(platform, { walled })
    await trust(here)
    await vi.waitFor(async () => expect((await viewOf(here, 'walled'))?.state).toBe('failed'), soon)
    const { reason } = (await viewOf(here, 'walled')) ?? {}
    expect(reason == null ? '' : toEnglish(reason)).toContain(words)
    await expect(access(place('ran'))).rejects.toThrow('ENOENT')
  })
})
