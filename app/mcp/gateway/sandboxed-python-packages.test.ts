/**
 * Sandboxed servers that uvx fetches. A substitute for uv records its arguments, its variables, and where it leaves
 * files.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { fixture, watchClients, type WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => spawnSync('/usr/bin/python3', ['--version']).status === 0,
  () => false
)
const slow = 120_000
const nothing: SandboxChoices = { read: [], write: [], hosts: [] }
const name = 'snake-hands'

let testFolder: string
let index: Server
let asked: string[]
let published: { version: string; program: string; setup?: string }
let watched: WatchedClients

beforeEach(async () => {
  testFolder = await realpath(await mkdtemp('/var/tmp/python-packages-'))
  const place = (named: string) => path.join(testFolder, named)
  for (const named of ['home', 'bin']) await mkdir(place(named))
  for (const named of ['uv', 'uvx']) {
    await cp(fixture('uv-stand-in.py'), place(`bin/${named}`))
    await chmod(place(`bin/${named}`), 0o755)
  }
  asked = []
  published = { version: '1.0.0', program: await readFile(fixture('any-code.py'), 'utf8') }
  index = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(JSON.stringify(published))
  }).listen(0, '127.0.0.1')
  await once(index, 'listening')
  vi.stubEnv('HOME', place('home'))
  watched = watchClients({
    closedFolders: [place('data')],
    packagesFolder: place('data/packages'),
    pythonFolder: path.resolve('resources/python')
  })
})

afterEach(async () => {
  await watched.clients.shutdown()
  vi.unstubAllEnvs()
  index.close()
  index.closeAllConnections()
  await rm(testFolder, { recursive: true, force: true })
})

function start(containment: SandboxChoices = nothing) {
  const address = `http://127.0.0.1:${(index.address() as AddressInfo).port}/simple`
  return watched.start(['--default-index', address, name, 'one', '--two'], {
    command: path.join(testFolder, 'bin/uvx'),
    containment,
    connectTimeoutMs: slow,
    installTimeoutMs: slow
  })
}

async function run(info: Awaited<ReturnType<typeof start>>, code: string): Promise<string> {
  const times = { timeoutMs: slow, maxTotalTimeoutMs: slow }
  const outcome = await watched.call(
    info,
    'run',
    { code, at: { home: path.join(testFolder, 'home') } },
    times
  )
  return JSON.stringify(outcome)
}

describe.skipIf(!canContain)('the Python package of a sandboxed server', { timeout: slow * 2 }, () => {
  it('is fetched once, only from its index, with its version, and runs from there with its arguments', async () => {
    const info = await start()
    expect(asked).toEqual([`/simple/${name}/`])
    expect(watched.log()).toContainEqual(expect.stringMatching(`^Fetched ${name} 1.0.0, integrity sha256-`))
    expect(await run(info, 'return sys.argv[1:]')).toContain(`['one', '--two']`)
    expect(await run(info, 'return write(sys.argv[0])')).toContain('Read-only file system')
    const diary = path.join(testFolder, 'home/diary.txt')
    await writeFile(diary, '')
    expect(await run(info, 'return read(at["home"] + "/diary.txt")')).toContain('No such file')
    await vi.waitFor(
      () =>
        expect(watched.news('fileAccessed')).toContainEqual(
          expect.objectContaining({ access: 'read', path: diary })
        ),
      soon
    )
    await watched.clients.disconnect(info.connectionId)
    await start()
    expect(asked).toHaveLength(1)
    expect(watched.news('networkAccessRequested')).toEqual([])
  })

  it('is not built if it would have to be, and says how to allow it', async () => {
    published = { ...published, setup: `open('built', 'w')` }
    const told = await start().then(
      () => 'started',
      ({ message }: Error) => message
    )
    expect(told).toContain('must be built on this computer')
    expect(told).toContain('“installScripts”: true')
  })

  it('is built in a sandbox if its entry allows that', async () => {
    const mark = path.join(testFolder, 'home', 'mark')
    const setup = `open('built', 'w')\ntry:\n    open('${mark}', 'w')\nexcept OSError:\n    pass`
    published = { ...published, setup }
    const info = await start({ ...nothing, installScripts: true })
    const around = `import pathlib\nreturn [each.name for each in pathlib.Path(os.path.realpath(sys.argv[0])).parents[1].glob("lib/*/site-packages/*")]`
    expect(await run(info, around)).toContain(`'built'`)
    expect(await readdir(path.join(testFolder, 'home'))).toEqual([])
  })
})
