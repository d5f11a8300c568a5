/** Servers in a sandbox of the operating system: what is allowed works as usual, and nothing else is accessible. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import { createSandboxLauncher } from '../../sandbox/launch/launch-sandboxed'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import type { JsonObject } from '../../contract/json'
import { processesWith } from '../../testing/processes'
import { createSandboxFixture, type SandboxFixture } from '../../testing/sandbox/sandbox-fixture'
import { pythonEscapes } from '../../testing/sandbox/python-escapes'
import { sandboxEscapes } from '../../testing/sandbox/sandbox-escapes'
import type { ConnectionInfo, ToolCallOutcome } from '../interface'
import { installed, watchClients, type WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)

let testFolder: string
let at: Readonly<Record<string, string | number>>
const hasPython = spawnSync('/usr/bin/python3', ['--version']).status === 0
let built: SandboxFixture | undefined
let watched: WatchedClients

beforeAll(async () => {
  if (!canContain) return
  built = await createSandboxFixture()
  ;({ testFolder, at } = built)
  vi.stubEnv('HOME', String(at['home']))
  vi.stubEnv('ANTHROPIC_API_KEY', 'a key of the host')
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await built?.end()
})

beforeEach(() => {
  watched = watchClients({ closedFolders: [path.join(testFolder ?? '/nowhere', 'data')] })
})

afterEach(() => watched.clients.shutdown())

const nothing: SandboxChoices = { read: [], write: [], hosts: [] }
const usual = (): SandboxChoices => ({ read: [String(at['open'])], write: [String(at['work'])], hosts: [] })

function startCode(containment: SandboxChoices | null): Promise<ConnectionInfo> {
  const program = String(at['program'])
  return watched.startFile(program, [], containment === null ? {} : { containment })
}

function textOf(outcome: ToolCallOutcome): string {
  if (outcome.type !== 'completed') throw new Error(JSON.stringify(outcome))
  const [first] = outcome.content
  return first?.type === 'text' ? first.text : JSON.stringify(first)
}

async function attempt(info: ConnectionInfo, code: string): Promise<JsonObject> {
  return JSON.parse(textOf(await watched.call(info, 'run', { code, at }))) as JsonObject
}

describe.skipIf(!canContain)('a sandboxed server', () => {
  describe('that tries to escape', () => {
    let free: WatchedClients
    let sandboxed: ConnectionInfo
    let unsandboxed: ConnectionInfo

    beforeAll(async () => {
      free = watchClients({ closedFolders: [path.join(testFolder, 'data')] })
      const program = String(at['program'])
      sandboxed = await free.startFile(program, [], { containment: usual() })
      unsandboxed = await free.startFile(program)
    })
    afterAll(() => free.clients.shutdown())
    const run = async (info: ConnectionInfo, code: string) =>
      JSON.parse(textOf(await free.call(info, 'run', { code, at }))) as JsonObject

    it.each(sandboxEscapes.map((way) => [way.what, way.code]))('%s: is blocked', async (_what, code) => {
      expect(await run(sandboxed, code)).toHaveProperty('refused')
    })

    const isRoot = process.getuid?.() === 0
    const open = sandboxEscapes.filter(({ without }) => without === 'yes' || (without === 'root' && isRoot))
    it.each(open.map((way) => [way.what, way.code]))(
      '%s: succeeds without a sandbox',
      async (_what, code) => {
        expect(await run(unsandboxed, code)).toHaveProperty('did')
      }
    )
  })

  describe.skipIf(!hasPython)('that tries to escape from Python', () => {
    let free: WatchedClients
    let sandboxed: ConnectionInfo
    let unsandboxed: ConnectionInfo

    beforeAll(async () => {
      free = watchClients({ closedFolders: [path.join(testFolder, 'data')] })
      const program = path.join(path.dirname(String(at['program'])), 'any-code.py')
      const python = { command: '/usr/bin/python3' }
      sandboxed = await free.start([program], { ...python, containment: usual() })
      unsandboxed = await free.start([program], python)
    })
    afterAll(() => free.clients.shutdown())
    const run = async (info: ConnectionInfo, code: string) => {
      const mine = { ...at, program: path.join(path.dirname(String(at['program'])), 'any-code.py') }
      return JSON.parse(textOf(await free.call(info, 'run', { code, at: mine }))) as JsonObject
    }

    it.each(pythonEscapes.map((way) => [way.what, way.code]))('%s: is blocked', async (_what, code) => {
      expect(await run(sandboxed, code)).toHaveProperty('refused')
    })

    const isRoot = process.getuid?.() === 0
    const open = pythonEscapes.filter(({ without }) => without === 'yes' || (without === 'root' && isRoot))
    it.each(open.map((way) => [way.what, way.code]))(
      '%s: succeeds without a sandbox',
      async (_what, code) => {
        expect(await run(unsandboxed, code)).toHaveProperty('did')
      }
    )
  })

  describe('that uses what is allowed', () => {
    it("reads and writes the user's files in allowed folders", async () => {
      const info = await startCode(usual())
      expect(await attempt(info, `return fs.readFileSync(at.open + '/other.md', 'utf8')`)).toEqual({
        did: 'another page'
      })
      await attempt(info, `fs.writeFileSync(at.work + '/made.md', 'made')`)
      expect(await readFile(path.join(String(at['work']), 'made.md'), 'utf8')).toBe('made')
    })

    it("has a temporary folder that other servers can't see and that is deleted when it ends", async () => {
      const [one, other] = [await startCode(nothing), await startCode(nothing)]
      const write = `fs.writeFileSync(os.tmpdir() + '/kept', 'x'); return fs.readdirSync(os.tmpdir())`
      expect(await attempt(one, write)).toEqual({ did: ['.X11-unix', '.parley-network', 'kept'] })
      // Parley's sockets are all there is: the one of the network proxy, and where the display's would be.
      const empty = { did: ['.X11-unix', '.parley-network'] }
      expect(await attempt(other, 'return fs.readdirSync(os.tmpdir())')).toEqual(empty)
      await watched.clients.disconnect(one.connectionId)
      const later = await attempt(await startCode(nothing), 'return fs.readdirSync(os.tmpdir())')
      expect(later).toEqual(empty)
    })

    it('has a line in its log when a write was blocked', async () => {
      const info = await startCode(usual())
      await attempt(
        info,
        `try { fs.writeFileSync(at.open + '/new.md', '') } catch (error) { console.error(error.message) }`
      )
      const line = `The server tried to write ${String(at['open'])}/new.md`
      await vi.waitFor(() => expect(watched.log()).toContain(line), soon)
    })

    it('starts in the folder of its entry, which is empty if it is not allowed', async () => {
      const program = String(at['program'])
      const info = await watched.startFile(program, [], { cwd: String(at['other']), containment: nothing })
      const seen = await attempt(info, 'return [process.cwd(), fs.readdirSync(process.cwd())]')
      expect(seen).toEqual({ did: [at['other'], []] })
    })

    it('gets its arguments and variables unchanged', async () => {
      const args = ['a b', `'"$HOME"'`, '$(id)', '\n', '--', 'ü', '']
      const info = await watched.startFile(String(at['program']), args, {
        containment: nothing,
        env: { ODD: `'$(id)'\n"` }
      })
      const told = await attempt(info, 'return [process.argv.slice(2), process.env.ODD]')
      expect(told).toEqual({ did: [args, `'$(id)'\n"`] })
    })
  })

  describe('whose allowed path has changed', () => {
    const refusedStart = (containment: SandboxChoices) =>
      startCode(containment).then(
        () => 'started',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`
      )

    it('is not started if the path was replaced by a link', async () => {
      const work = path.join(testFolder, 'home/swapped')
      await mkdir(work)
      const containment = { ...nothing, write: [work] }
      await watched.clients.disconnect((await startCode(containment)).connectionId)
      await rename(work, `${work}.before`)
      await symlink(path.join(testFolder, 'home/.ssh'), work)
      const told = await refusedStart(containment)
      expect(told).toContain('SERVER_NOT_CONTAINED')
      expect(told).toContain(`“${path.join(testFolder, 'home/.ssh')}”`)
    })

    it('is not started if a parent folder became a link', async () => {
      const above = path.join(testFolder, 'home/above')
      await mkdir(path.join(above, 'inner'), { recursive: true })
      await rename(above, `${above}.before`)
      await symlink(`${above}.before`, above)
      expect(await refusedStart({ ...nothing, read: [path.join(above, 'inner')] })).toContain('is a link')
    })

    it.each([
      ['the path is missing', () => `${testFolder}/home/none`, "which doesn't exist"],
      ['the path is the whole home', () => `${testFolder}/home`, 'your whole home'],
      ['the path contains the home', () => testFolder, 'your whole home'],
      ['the path is the root', () => '/', 'your whole home'],
      ['the path has processes', () => '/proc/1', 'belongs to the system'],
      ['the path has sockets of the system', () => '/run', 'belongs to the system'],
      ['the path is the shared temporary folder', () => '/tmp', 'belongs to the system'],
      ["the path is Parley's", () => `${testFolder}/data/history`, 'Parley keeps its own data'],
      ['the path is a socket', () => `${testFolder}/agent.sock`, 'neither a folder nor a file']
    ])('is not started if %s', async (_what, place, words) => {
      expect(await refusedStart({ ...nothing, read: [place()] })).toContain(words)
      expect(await refusedStart({ ...nothing, write: [place()] })).toContain(words)
    })

    it("can't use Parley's folders inside an allowed folder", async () => {
      const around = path.join(testFolder, 'around')
      await mkdir(path.join(around, 'data'), { recursive: true })
      await writeFile(path.join(around, 'data/vault.json'), 'vault')
      await writeFile(path.join(around, 'settings.json'), 'settings')
      const closedFolders = [path.join(around, 'data'), path.join(around, 'settings.json')]
      const other = watchClients({ closedFolders })
      try {
        const info = await other.startFile(String(at['program']), [], {
          containment: { ...nothing, write: [around] }
        })
        const code = `return [fs.readdirSync(at.around), fs.readdirSync(at.around + '/data')]`
        const seen = await other.call(info, 'run', { code, at: { around } })
        expect(JSON.parse(textOf(seen))).toEqual({ did: [['data', 'settings.json'], []] })
        const ways = [
          `fs.writeFileSync(at.around + '/data/x', '')`,
          `return fs.readFileSync(at.around + '/settings.json', 'utf8')`,
          `fs.writeFileSync(at.around + '/settings.json', '')`,
          `fs.renameSync(at.around + '/settings.json', at.around + '/moved.json')`
        ]
        for (const way of ways)
          expect(textOf(await other.call(info, 'run', { code: way, at: { around } }))).toContain('refused')
      } finally {
        await other.clients.shutdown()
      }
    })
  })

  describe('that ends', () => {
    it('leaves no process behind, including detached ones', async () => {
      const mark = `WALLS_TEST=${process.pid}`
      const info = await watched.startFile(String(at['program']), [], {
        containment: nothing,
        env: { WALLS_TEST: String(process.pid) }
      })
      const apart = `cp.spawn('/bin/sleep', ['600'], { detached: true, stdio: 'ignore' }).unref()`
      await attempt(info, apart)
      expect(processesWith(mark).length).toBeGreaterThan(2)
      await watched.clients.disconnect(info.connectionId)
      expect(processesWith(mark)).toEqual([])
    })

    it('gets SIGTERM first and completes its handler', async () => {
      const file = path.join(String(at['work']), 'last-words')
      const info = await startCode(usual())
      await attempt(
        info,
        `process.stdin.removeAllListeners('end'); setInterval(() => {}, 1000)
         process.on('SIGTERM', () => { fs.writeFileSync(at.work + '/last-words', 'said'); process.exit() })`
      )
      await watched.clients.disconnect(info.connectionId)
      expect(await readFile(file, 'utf8')).toBe('said')
    })

    it('is reported as lost with its exit code if it exits on its own', async () => {
      const info = await startCode(nothing)
      void attempt(info, 'process.exit(7)').catch(() => {})
      await vi.waitFor(() => expect(watched.news('connectionClosed')).toHaveLength(1), soon)
      expect(watched.news('connectionClosed')[0]).toMatchObject({ exitCode: 7 })
    })

    it('is ended when its host is killed', async () => {
      const mark = `WALLS_KILLED=${process.pid}`
      const contain = createSandboxLauncher({ home: String(at['home']), closed: [] })('tested')
      const start = await contain(
        { file: '/bin/sleep', args: ['600'], cwd: null, environment: {}, scripts: [] },
        nothing
      )
      // Without a watchdog and without a final message: only the sandbox ends it.
      const code = `const [file, args, filter] = JSON.parse(process.argv[1])
        const stdio = ['ignore', 'ignore', 'ignore', 'pipe']
        require('node:child_process').spawn(file, args, { stdio, detached: true }).stdio[3].end(Buffer.from(filter, 'base64'))
        setInterval(() => {}, 1000)`
      const told = JSON.stringify([start.file, start.args, start.filter?.toString('base64') ?? ''])
      const host = spawn(process.execPath, ['-e', code, told], {
        env: { WALLS_KILLED: String(process.pid) },
        stdio: 'ignore'
      })
      await vi.waitFor(() => expect(processesWith(mark).length).toBeGreaterThan(3), soon)
      host.kill('SIGKILL')
      await vi.waitFor(() => expect(processesWith(mark)).toEqual([]), soon)
    })
  })

  describe('of the reference servers', () => {
    it('everything: has all of its tools, and they answer', async () => {
      const plain = await watched.startFile(installed('server-everything'))
      const info = await watched.startFile(installed('server-everything'), [], { containment: nothing })
      expect(info.tools.map(({ name }) => name)).toEqual(plain.tools.map(({ name }) => name))
      expect(textOf(await watched.call(info, 'echo', { message: 'hello' }))).toContain('hello')
      expect(textOf(await watched.call(info, 'get-sum', { a: 2, b: 3 }))).toContain('5')
    })

    it('filesystem: reads and writes its folder and nothing else', async () => {
      const folder = String(at['work'])
      const info = await watched.startFile(installed('server-filesystem'), [folder], {
        containment: { ...nothing, write: [folder] }
      })
      const file = path.join(folder, 'written.md')
      await watched.call(info, 'write_file', { path: file, content: 'by the server' })
      expect(await readFile(file, 'utf8')).toBe('by the server')
      expect(textOf(await watched.call(info, 'list_directory', { path: folder }))).toContain('written.md')
      // With its home among its folders: the program would serve it, but it isn't visible.
      const home = String(at['home'])
      const wide = await watched.startFile(installed('server-filesystem'), [home], {
        containment: { ...nothing, read: [folder] }
      })
      expect(textOf(await watched.call(wide, 'list_directory', { path: home }))).toBe('[DIR] desk')
    })

    it('memory: keeps its file in its folder', async () => {
      const folder = path.join(testFolder, 'home/memory')
      await mkdir(folder)
      const file = path.join(folder, 'memory.jsonl')
      const info = await watched.startFile(installed('server-memory'), [], {
        containment: { ...nothing, write: [folder] },
        env: { MEMORY_FILE_PATH: file }
      })
      const entities = [{ name: 'Tea', entityType: 'drink', observations: ['hot'] }]
      await watched.call(info, 'create_entities', { entities })
      expect(textOf(await watched.call(info, 'read_graph'))).toContain('Tea')
      expect(await readFile(file, 'utf8')).toContain('Tea')
    })

    it('sequential thinking: runs', async () => {
      const info = await watched.startFile(installed('server-sequential-thinking'), [], {
        containment: nothing
      })
      const thought = { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }
      expect(textOf(await watched.call(info, 'sequentialthinking', thought))).toContain('"thoughtNumber": 1')
    })
  })
})
