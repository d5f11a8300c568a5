/** The private folder of a sandboxed server: its home inside the sandbox, and how a server could abuse it. */
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import type { JsonObject } from '../../contract/json'
import { soon } from '../../testing/soon'
import { createSandboxFixture, type SandboxFixture } from '../../testing/sandbox/sandbox-fixture'
import { toEnglish } from '../../texts/render-localized'
import type { ConnectionInfo, ServerLaunch, ToolCallOutcome } from '../interface'
import { watchClients, type WatchedClients } from '../testing/watched-clients'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)

let built: SandboxFixture | undefined
let watched: WatchedClients
let home: string
let data: string
let program: string

beforeAll(async () => {
  if (!canContain) return
  built = await createSandboxFixture()
  home = String(built.at['home'])
  program = String(built.at['program'])
  data = path.join(built.testFolder, 'data')
  vi.stubEnv('HOME', home)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await built?.end()
})

beforeEach(() => {
  if (canContain) watched = watchClients({ closedFolders: [data], homesFolder: path.join(data, 'homes') })
})

afterEach(async () => {
  if (!canContain) return
  await watched.clients.shutdown()
  await rm(path.join(data, 'homes'), { recursive: true, force: true })
})

const nothing: SandboxChoices = { read: [], write: [], hosts: [] }

function start(more: Partial<ServerLaunch> & { readonly containment?: SandboxChoices } = {}) {
  return watched.startFile(program, [], { serverName: 'notes', containment: nothing, ...more })
}

function textOf(outcome: ToolCallOutcome): string {
  if (outcome.type !== 'completed') throw new Error(JSON.stringify(outcome))
  const [first] = outcome.content
  return first?.type === 'text' ? first.text : JSON.stringify(first)
}

async function run(info: ConnectionInfo, code: string): Promise<JsonObject> {
  const { did } = JSON.parse(textOf(await watched.call(info, 'run', { code, at: { home } }))) as JsonObject
  return did as JsonObject
}

const fs = `const fs = await import('node:fs'); const os = await import('node:os');`

/** The folder on this computer that is the home of a server. */
async function folderOf(index = 0): Promise<string> {
  const names = (await readdir(path.join(data, 'homes'))).toSorted()
  return path.join(data, 'homes', names[index] ?? '', 'home')
}

describe.skipIf(!canContain)('the private folder of a sandboxed server', { timeout: 300_000 }, () => {
  it('is the home, is empty at first, and hides the real home', async () => {
    const found = await run(
      await start(),
      `${fs} return {
        home: process.env.HOME, node: os.homedir(), user: fs.realpathSync(os.userInfo().homedir),
        config: process.env.XDG_CONFIG_HOME, cache: process.env.XDG_CACHE_HOME,
        data: process.env.XDG_DATA_HOME, state: process.env.XDG_STATE_HOME,
        files: fs.readdirSync(process.env.HOME).sort(), made: fs.existsSync(process.env.XDG_STATE_HOME)
      }`
    )
    expect(found).toEqual({
      home,
      node: home,
      user: home,
      made: true,
      config: `${home}/.config`,
      cache: `${home}/.cache`,
      data: `${home}/.local/share`,
      state: `${home}/.local/state`,
      files: ['.cache', '.config', '.local']
    })
    // Precondition: the two ways to look up the home differ.
    expect(userInfo().homedir).not.toBe(home)
  })

  it('keeps what the server writes until its next start, and keeps its files out of the real home', async () => {
    const first = await start()
    await run(
      first,
      `${fs} fs.mkdirSync(os.homedir() + '/.notes'); fs.writeFileSync(os.homedir() + '/.notes/token', 'kept'); return {}`
    )
    await watched.clients.disconnect(first.connectionId)
    expect(
      await run(
        await start(),
        `${fs} return { text: fs.readFileSync(os.homedir() + '/.notes/token', 'utf8') }`
      )
    ).toEqual({ text: 'kept' })
    expect(existsSync(path.join(home, '.notes'))).toBe(false)
    expect(await watched.clients.measureHome('notes')).toBeGreaterThan(0)
  })

  it('is not shared with another server of the same program', async () => {
    await run(await start(), `${fs} fs.writeFileSync(os.homedir() + '/token', 'of notes'); return {}`)
    const other = await start({ serverName: 'other' })
    expect(await run(other, `${fs} return { files: fs.readdirSync(os.homedir()).sort() }`)).toEqual({
      files: ['.cache', '.config', '.local']
    })
  })

  it('has allowed folders of the real home in their places, and variables of the entry take precedence', async () => {
    const info = await start({
      containment: { read: [`${home}/open`], write: [`${home}/desk`], hosts: [] },
      env: { XDG_CACHE_HOME: '/tmp/cache' }
    })
    const found = await run(
      info,
      `${fs} fs.writeFileSync(at.home + '/desk/new.md', 'new'); fs.writeFileSync(at.home + '/own.md', 'own')
      let refused = ''
      try { fs.writeFileSync(at.home + '/open/page.md', '') } catch (error) { refused = error.code }
      return { page: fs.readFileSync(at.home + '/open/page.md', 'utf8'), refused,
        cache: process.env.XDG_CACHE_HOME, config: process.env.XDG_CONFIG_HOME,
        files: fs.readdirSync(at.home).sort() }`
    )
    expect(found).toEqual({
      page: 'a page',
      refused: 'EROFS',
      cache: '/tmp/cache',
      config: `${home}/.config`,
      files: ['.cache', '.config', '.local', 'desk', 'open', 'own.md']
    })
    expect(await readFile(path.join(home, 'desk/new.md'), 'utf8')).toBe('new')
    expect(existsSync(path.join(home, 'own.md'))).toBe(false)
  })

  it('lets an entry set another home', async () => {
    const info = await start({ env: { HOME: '/tmp' } })
    expect(
      await run(info, `return { home: process.env.HOME, config: process.env.XDG_CONFIG_HOME ?? null }`)
    ).toEqual({
      home: '/tmp',
      config: null
    })
  })

  it('allows nothing through a link that the server put where a folder is allowed later', async () => {
    const outside = path.join(built?.testFolder ?? '', 'elsewhere')
    await mkdir(outside)
    const first = await start()
    await run(
      first,
      `${fs} fs.symlinkSync('/oldroot${outside}', at.home + '/desk'); fs.symlinkSync('/oldroot${outside}', at.home + '/code'); return {}`
    )
    await watched.clients.disconnect(first.connectionId)
    await symlink(outside, path.join(await folderOf(), 'site'))
    await mkdir(path.join(home, 'code/app'), { recursive: true })
    await mkdir(path.join(home, 'site/app'), { recursive: true })
    await writeFile(path.join(home, 'code/app/page.md'), 'of the app')
    const info = await start({
      containment: { read: [`${home}/code/app`, `${home}/site/app`], write: [`${home}/desk`], hosts: [] }
    })
    const found = await run(
      info,
      `${fs} return { page: fs.readFileSync(at.home + '/code/app/page.md', 'utf8'), list: fs.readFileSync(at.home + '/desk/list.md', 'utf8') }`
    )
    expect(found).toEqual({ page: 'of the app', list: 'a list' })
    expect(await readdir(outside)).toEqual([])
  })

  it('is emptied after its server has ended, and deleted with its new name', async () => {
    await run(await start(), `${fs} fs.writeFileSync(os.homedir() + '/token', 'x'); return {}`)
    await watched.clients.renameHome('notes', 'diary')
    const renamed = await start({ serverName: 'diary' })
    expect(
      await run(renamed, `${fs} return { text: fs.readFileSync(os.homedir() + '/token', 'utf8') }`)
    ).toEqual({ text: 'x' })
    await watched.clients.clearHome('diary')
    expect((await watched.call(renamed, 'run', { code: 'return {}', at: {} })).type).not.toBe('completed')
    expect(await watched.clients.measureHome('diary')).toBe(0)
    await watched.clients.removeHome('diary')
    expect(await watched.clients.measureHome('diary')).toBeNull()
  })

  it('ends its server when it exceeds its limit, with the limit and what to do', async () => {
    const info = await start({ containment: { ...nothing, homeMb: 16 } })
    const outcome = watched.call(info, 'run', {
      code: `${fs} let count = 0
        setInterval(() => fs.writeFileSync(os.homedir() + '/file-' + (count += 1), Buffer.alloc(4_000_000, 1)), 100)
        await new Promise(() => {})`,
      at: {}
    })
    await vi.waitFor(() => expect(watched.news('connectionClosed')).toHaveLength(1), soon)
    expect((await outcome).type).not.toBe('completed')
    const reason = watched.news('connectionClosed')[0]?.reason ?? null
    expect(reason === null ? '' : toEnglish(reason)).toBe(
      'Parley stopped it because its private folder grew past 16 MB. Select “Clear private data” in its details, or change Private folder under Edit.'
    )
    expect(watched.news('limitExceeded')).toMatchObject([{ limit: 'home', allowed: 16, course: 'ended' }])
  })
})
