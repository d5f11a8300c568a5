/**
 * File activity that Python reports to Parley: blocked attempts and written files, without incidental access, and
 * invisible to its program.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../available/find-sandbox'
import { createServerNetworks } from '../network/server-networks'
import type { ServerNetworks } from '../network/server-networks'
import { createSandboxLauncher } from '../launch/launch-sandboxed'
import type { FileReport } from './reported-files'
import { soon } from '../../testing/soon'

const python = '/usr/bin/python3'
const pythonFolder = path.resolve('resources/python')
const hasPython = spawnSync(python, ['--version']).status === 0
const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const run = promisify(execFile)

let testFolder: string
let networks: ServerNetworks | null = null
const place = (name: string) => path.join(testFolder, name)

beforeEach(async () => {
  testFolder = await realpath(await mkdtemp('/var/tmp/python-'))
  for (const name of ['home/open', 'home/desk', 'home/closed', 'own'])
    await mkdir(place(name), { recursive: true })
  for (const name of ['home/open/page.md', 'home/closed/page.md', 'home/desk/list.md'])
    await writeFile(place(name), 'a page')
})
afterEach(async () => {
  await networks?.close()
  networks = null
  await rm(testFolder, { recursive: true, force: true })
})

/** Without a sandbox; its reports go nowhere. */
async function unwalled(args: readonly string[], own: Readonly<Record<string, string>> = {}, file = python) {
  const env = { PYTHONDONTWRITEBYTECODE: '1', HTTPS_PROXY: 'http://user:word@127.0.0.1:1', ...own }
  const { stdout, stderr } = await run(file, args, { env, cwd: testFolder })
  return { printed: stdout, errors: stderr }
}

/** The same program twice: without Parley's folder, and with it. */
async function twice(args: readonly string[], own: readonly string[] = [], file = python) {
  const pathOf = (folders: readonly string[]) =>
    folders.length === 0 ? {} : { PYTHONPATH: folders.join(path.delimiter) }
  return {
    without: await unwalled(args, pathOf(own), file),
    with: await unwalled(args, pathOf([pythonFolder, ...own]), file)
  }
}

const itself = `
import json, os, sys, threading
custom = sys.modules.get("sitecustomize")
json.dump([sys.path, list(sys.modules), list(sys.path_importer_cache), custom and vars(custom).get("__file__"), threading.active_count(),
  os.listdir("/proc/self/fd"), open.__module__, os.open in os.supports_dir_fd, __import__("inspect").stack()[-1].function], sys.stdout)`

describe.skipIf(!hasPython)('a Python program', () => {
  it("doesn't notice the reports: its path, its modules, its files and its threads are the same", async () => {
    const seen = await twice(['-c', itself])
    expect(seen.with).toEqual(seen.without)
    expect(seen.with.printed).toContain('"threading"')
  })

  it('keeps its own folders and its own sitecustomize, also if that fails', async () => {
    await writeFile(place('own/sitecustomize.py'), 'import sys\nsys.customized = __file__\n')
    await writeFile(place('own/mine.py'), 'name = __name__\nprint(name)\n')
    const print = 'import sys, mine; print(sys.customized, sys.path[1])'
    const seen = await twice(['-c', print], [place('own')])
    expect(seen.with).toEqual(seen.without)
    expect(seen.with.printed).toContain(`${place('own/sitecustomize.py')} ${place('own')}`)
    const asModule = await twice(['-m', 'mine'], [place('own')])
    expect(asModule.with).toEqual({ printed: '__main__\n', errors: '' })
    await writeFile(place('own/sitecustomize.py'), 'raise ValueError("of its own")')
    const failed = await twice(['-c', 'print("runs")'], [place('own')])
    expect(failed.with).toEqual(failed.without)
    expect(failed.with).toMatchObject({ printed: 'runs\n' })
    expect(failed.with.errors).toContain('of its own')
  })

  it('runs the same in a virtual environment, without environment settings, and without a proxy', async () => {
    await run(python, ['-m', 'venv', '--without-pip', place('venv')])
    const inside = await twice(['-c', itself], [], place('venv/bin/python'))
    expect(inside.with).toEqual(inside.without)
    const isolated = await twice(['-I', '-c', itself])
    expect(isolated.with).toEqual(isolated.without)
    const own = { PYTHONPATH: pythonFolder, HTTPS_PROXY: '' }
    expect(await unwalled(['-c', 'print("runs")'], own)).toEqual({ printed: 'runs\n', errors: '' })
  })

  it('continues silently if no process accepts its reports', async () => {
    const tries = 'import os\ntry: open("/dev/shm/none/at/all")\nexcept OSError as error: print(error.errno)'
    const seen = await twice(['-c', tries])
    expect(seen.with).toEqual({ printed: '2\n', errors: '' })
  })
})

/** In the sandbox. Its reports arrive on their own connection, also a moment later. */
async function walled(code: string, own: Readonly<Record<string, string>> = {}) {
  const reports: FileReport[] = []
  const opened = (networks = createServerNetworks({ pythonFolder, now: Date.now }))
  const contain = createSandboxLauncher({
    home: place('home'),
    closed: [],
    openNetwork: async (serverName, { hosts }, { environment }) => {
      const network = await opened.open({
        serverName,
        hosts,
        own: environment,
        tell: () => {},
        ask: () => Promise.resolve({ isAllowed: false, reason: 'nobody is asked here' }),
        reported: (report) => reports.push(report)
      })
      return {
        ...network,
        relay: { socketPath: network.socketPath ?? '', port: network.port },
        files: [pythonFolder],
        watched: [],
        started: () => {}
      }
    }
  })('tested')
  const start = await contain(
    {
      file: python,
      args: ['-c', code],
      cwd: null,
      environment: { PATH: '/usr/bin:/bin', ...own },
      scripts: []
    },
    { read: [place('home/open')], write: [place('home/desk')], hosts: [] }
  )
  const filter = start.filter === null ? [] : (['pipe'] as const)
  const child = spawn(start.file, [...start.args], {
    env: start.environment,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe', ...filter]
  })
  const outcome = { printed: '', errors: '' }
  child.stdout?.on('data', (chunk: Buffer) => (outcome.printed += chunk.toString('utf8')))
  child.stderr?.on('data', (chunk: Buffer) => (outcome.errors += chunk.toString('utf8')))
  ;(child.stdio[3] as NodeJS.WritableStream | undefined)?.end(start.filter ?? '')
  await once(child, 'close')
  const all = () => reports.map(({ access, path: named }) => `${access} ${path.relative(testFolder, named)}`)
  const told = async (wanted: readonly string[]) =>
    await vi.waitFor(() => expect(all().toSorted()).toEqual(wanted.toSorted()), soon)
  return { ...outcome, all, told }
}

/** Each line separately, with its exceptions ignored. */
const tries = (...lines: readonly string[]) =>
  [
    `import os, sqlite3, pathlib\nhome = ${JSON.stringify(place('home'))}\nos.chdir(home + "/desk")`,
    ...lines.map((line) => `try:\n    ${line}\nexcept (OSError, sqlite3.Error): pass`)
  ].join('\n')

describe.skipIf(!hasPython || !canContain)('sandboxed Python', { timeout: 300_000 }, () => {
  it('reports forbidden attempts to read, write, move, link, list, or open a database', async () => {
    const { told, errors } = await walled(
      tries(
        'open(home + "/closed/page.md")',
        'os.open(home + "/closed/other.md", os.O_RDONLY)',
        'pathlib.Path(home, "closed/path.md").read_text()',
        'open((home + "/closed/bytes.md").encode())',
        'open("../closed/relative.md")',
        'open(home + "/open/page.md", "a")',
        'open(home + "/new.md", "x")',
        'os.mkdir(home + "/folder")',
        'os.rename("list.md", home + "/open/list.md")',
        'os.remove(home + "/open/gone.md"); os.remove(home + "/open/page.md")',
        'os.link(home + "/closed/linked.md", "name.md")',
        'os.symlink("/etc/shadow", home + "/open/link")',
        'os.chmod(home + "/open/page.md", 0o600); os.truncate(home + "/open/page.md", 0)',
        'os.listdir(home); list(os.scandir(home + "/none"))',
        'sqlite3.connect(home + "/closed/base.db")'
      )
    )
    expect(errors).toBe('')
    await told([
      ...['page', 'other', 'path', 'bytes', 'relative'].map((name) => `read home/closed/${name}.md`),
      ...['write home/open/page.md', 'write home/new.md', 'write home/folder', 'write home/open/list.md'],
      ...['read home/closed/linked.md', 'write home/open/link', 'read home', 'read home/none'],
      'write home/closed/base.db'
    ])
  })

  it('reports allowed writes once', async () => {
    const { told } = await walled(
      tries(
        'for _ in range(3): open("made.md", "w").close()',
        'os.mkdir("folder"); os.rename("made.md", "folder/moved.md")',
        'os.remove("list.md")',
        'open("folder/moved.md", "x")'
      )
    )
    const names = ['made.md', 'folder', 'made.md', 'folder/moved.md', 'list.md']
    await told([...new Set(names)].map((name) => `wrote home/desk/${name}`))
    expect(await readFile(place('home/desk/folder/moved.md'), 'utf8')).toBe('')
  })

  it('reports the target of its own link, even if the link is gone by then', async () => {
    await symlink(place('home/closed/page.md'), place('home/desk/way'))
    const { told } = await walled(tries('open("way")'))
    await told(['read home/closed/page.md'])
  })

  it('reports nothing for a normal program: imports, its caches, temporary files, missing files in an open folder, other programs', async () => {
    await writeFile(place('home/open/tool.py'), 'value = 1')
    const { told, errors, printed } = await walled(
      [
        'import sys, os, tempfile, subprocess, shutil, importlib.metadata, pkgutil, asyncio, ssl, sqlite3, logging, mimetypes',
        `home = ${JSON.stringify(place('home'))}`,
        'sys.path[:0] = [home + "/open", home]',
        'import tool',
        'importlib.metadata.packages_distributions(); list(pkgutil.iter_modules()); mimetypes.init()',
        'with tempfile.TemporaryDirectory() as folder: open(folder + "/x", "w").close()',
        'tempfile.TemporaryFile().close()',
        'subprocess.run(["true"], stdin=subprocess.DEVNULL, check=True)',
        'os.listdir(home + "/open"); list(os.walk(home + "/desk")); os.listdir("/"); os.listdir("/tmp")',
        'os.makedirs(home + "/desk", exist_ok=True)',
        'for name in ("open", "desk"):',
        '    try: open(home + "/" + name + "/missing")',
        '    except FileNotFoundError: pass',
        'sqlite3.connect(":memory:").close()',
        'ssl.create_default_context()',
        'async def nothing(): pass',
        'asyncio.run(nothing())',
        'try: open(home + "/closed/page.md")',
        'except FileNotFoundError: print("done")'
      ].join('\n')
    )
    expect({ printed, errors }).toEqual({ printed: 'done\n', errors: '' })
    await told(['read home/closed/page.md'])
  })

  it('limits its reports, and keeps capacity for blocked attempts', async () => {
    const { all } = await walled(
      tries(
        'for index in range(1000): open("%d" % index, "w").close()',
        'for index in range(1000):\n        try: open(home + "/closed/%d" % index)\n        except OSError: pass'
      )
    )
    await vi.waitFor(() => expect(all()).toHaveLength(500), soon)
    expect(all().filter((each) => each.startsWith('read'))).toHaveLength(100)
  })

  it("has its own folders after Parley's", async () => {
    const own = { PYTHONPATH: place('home/open') }
    const { printed } = await walled('import sys, os; print(sys.path[1], os.environ["PYTHONPATH"])', own)
    expect(printed).toBe(`${place('home/open')} ${pythonFolder}:${place('home/open')}\n`)
  })
})
