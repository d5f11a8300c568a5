/** Attempts to escape a sandbox: swapped paths, descriptors, renamed folders, tokens, inbound connections. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile
} from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import { sweepFolders } from '../../sandbox/network/sweep-folders'
import { createSandboxLauncher } from '../../sandbox/launch/launch-sandboxed'
import type { SandboxedStart } from '../../sandbox/interface'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import type { JsonObject } from '../../contract/json'
import type { ConnectionInfo } from '../interface'
import { fixture, watchClients, type WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

const found = await sandboxFinder(process.platform)().catch(() => null)
const sandbox = found?.type === 'bubblewrap' ? found : null
const nothing: SandboxChoices = { read: [], write: [], hosts: [] }

let testFolder: string
let watched: WatchedClients
const place = (name: string) => path.join(testFolder, name)

beforeEach(async () => {
  testFolder = await realpath(await mkdtemp('/var/tmp/gaps-'))
  for (const name of ['home', 'program']) await mkdir(place(name))
  for (const name of ['any-code.mjs', 'line-server.mjs'])
    await cp(fixture(name), place(path.join('program', name)))
  await writeFile(place('program/package.json'), '{"type": "module"}')
  vi.stubEnv('HOME', place('home'))
  watched = watchClients({ closedFolders: [] })
})

afterEach(async () => {
  await watched.clients.shutdown()
  vi.unstubAllEnvs()
  await rm(testFolder, { recursive: true, force: true })
})

const startCode = (containment: SandboxChoices): Promise<ConnectionInfo> =>
  watched.startFile(place('program/any-code.mjs'), [], { containment })

async function attempt(info: ConnectionInfo, code: string, at: JsonObject = {}): Promise<JsonObject> {
  const outcome = await watched.call(info, 'run', { code, at })
  if (outcome.type !== 'completed') throw new Error(JSON.stringify(outcome))
  const [first] = outcome.content
  return JSON.parse(first?.type === 'text' ? first.text : '{}') as JsonObject
}

/** Runs `/bin/sh` in a sandbox with these rules. */
async function contain(rules: SandboxChoices, script: string, more: object = {}): Promise<SandboxedStart> {
  const container = createSandboxLauncher({ home: place('home'), closed: [], ...more })('tested')
  return await container(
    { file: '/bin/sh', args: ['-c', script], cwd: null, environment: { PATH: '/usr/bin:/bin' }, scripts: [] },
    rules
  )
}

function run({ file, args, environment, filter }: SandboxedStart) {
  const stdio = ['ignore', 'pipe', 'pipe', ...(filter === null ? [] : ['pipe'])] as ('ignore' | 'pipe')[]
  const child = spawn(file, [...args], { env: environment, cwd: '/', stdio })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
    })
  const way = child.stdio[3] as NodeJS.WritableStream | undefined
  way?.end(filter ?? '')
  return once(child, 'close').then(([code]) => ({ code: code as number, output }))
}

describe.skipIf(sandbox === null)('the sandbox', { timeout: 300_000 }, () => {
  it.each(['read', 'write'] as const)(
    'denies the start if the allowed path for %s became a link after the check',
    async (list) => {
      await mkdir(place('home/open'))
      await mkdir(place('home/.ssh'))
      await writeFile(place('home/.ssh/key'), 'a private key')
      const start = await contain(
        { ...nothing, [list]: [place('home/open')] },
        `cat ${place('home/open/key')}`
      )
      await rename(place('home/open'), place('home/before'))
      await symlink(place('home/.ssh'), place('home/open'))
      const { code, output } = await run(start)
      expect(output).toContain('no longer what was looked at')
      expect(output).not.toContain('a private key')
      expect(code).toBe(125)
    }
  )

  it('stays closed if its own program became a link, and if the search path has another program for the check', async () => {
    await mkdir(place('home/tools'))
    await writeFile(place('home/tools/stat'), `#!/bin/sh\necho anything\n`, { mode: 0o755 })
    await mkdir(place('home/open'))
    const container = createSandboxLauncher({ home: place('home'), closed: [] })('tested')
    const start = await container(
      {
        file: '/bin/cat',
        args: [place('home/open/key')],
        cwd: null,
        environment: { PATH: `${place('home/tools')}:/usr/bin:/bin` },
        scripts: [place('home/tools/stat')]
      },
      { ...nothing, read: [place('home/open')] }
    )
    await rename(place('home/open'), place('home/before'))
    await symlink(place('program'), place('home/open'))
    expect(await run(start)).toMatchObject({ code: 125 })
  })

  it('passes no descriptor on that Parley itself was started with', async () => {
    await writeFile(place('secret'), 'of the person')
    const source = new URL('../transports/stdio/inherited-descriptors.ts', import.meta.url).pathname
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
    await writeFile(place('cover.mjs'), code)
    const program = `import { maskInheritedDescriptors } from '${place('cover.mjs')}'
      import { spawnSync } from 'node:child_process'
      const list = (more) => spawnSync('/bin/ls', ['-l', '/proc/self/fd'], { stdio: ['ignore', 'pipe', 'pipe', ...more] }).stdout
      console.log(JSON.stringify([String(list([])), String(list(maskInheritedDescriptors(3)))]))`
    // Node marks only the first sixteen descriptors at its start.
    const shell = ['-c', 'exec 99<"$1"; exec "$2" --input-type=module -e "$3"', 'x', place('secret')]
    const told = spawnSync('/bin/bash', [...shell, process.execPath, program])
    const [without = '', covered = ''] = JSON.parse(String(told.stdout)) as string[]
    expect(without).toContain(place('secret'))
    expect(covered).not.toContain(place('secret'))
  })

  it('protects programs that git runs if the folder around them is renamed, new, or in a project below', async () => {
    for (const name of ['desk/.git/hooks', 'desk/deep/er/.git/hooks', 'desk/bare/.git'])
      await mkdir(place(`home/${name}`), { recursive: true })
    await writeFile(place('home/desk/.git/config'), '')
    const info = await startCode({ ...nothing, write: [place('home/desk')] })
    const at = { desk: place('home/desk') }
    const ways = [
      `return fs.renameSync(at.desk + '/.git', at.desk + '/other') ?? 'renamed'`,
      `return fs.writeFileSync(at.desk + '/.git/config', '[core]') ?? 'written'`,
      `return fs.writeFileSync(at.desk + '/deep/er/.git/hooks/post-checkout', '') ?? 'written'`,
      `return fs.renameSync(at.desk + '/deep/er/.git', at.desk + '/deep/er/other') ?? 'renamed'`,
      `return fs.writeFileSync(at.desk + '/bare/.git/hooks/pre-commit', '') ?? 'written'`
    ]
    for (const way of ways) expect(await attempt(info, way, at), way).toHaveProperty('refused')
    expect(
      await attempt(info, `return fs.writeFileSync(at.desk + '/.git/index', '') ?? 'written'`, at)
    ).toEqual({
      did: 'written'
    })
  })

  it('does not allow a folder with other content because a program is in it', async () => {
    await mkdir(place('home/Downloads/bin'), { recursive: true })
    await writeFile(place('home/Downloads/letter.txt'), 'a letter')
    await writeFile(place('home/Downloads/bin/tool'), '#!/bin/sh\ncat "$1"\n', { mode: 0o755 })
    for (const name of ['any-code.mjs', 'line-server.mjs'])
      await cp(fixture(name), place(path.join('home/Downloads', name)))
    const container = createSandboxLauncher({ home: place('home'), closed: [] })('tested')
    const letter = place('home/Downloads/letter.txt')
    const inBin = await container(
      { file: place('home/Downloads/bin/tool'), args: [letter], cwd: null, environment: {}, scripts: [] },
      nothing
    )
    expect((await run(inBin)).output).toContain('No such file')
    const asScript = await container(
      {
        file: '/bin/cat',
        args: [letter],
        cwd: null,
        environment: {},
        scripts: [place('home/Downloads/any-code.mjs')]
      },
      nothing
    )
    expect((await run(asScript)).output).toContain('No such file')
  })

  it("hides a server's proxy credentials from the list of processes", async () => {
    const info = await startCode(nothing)
    const { did } = await attempt(info, 'return process.env.HTTPS_PROXY')
    const { password } = new URL(typeof did === 'string' ? did : '')
    expect(password.length).toBeGreaterThan(20)
    const lines = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((id) => {
        try {
          return readFileSync(`/proc/${id}/cmdline`, 'latin1')
        } catch {
          return ''
        }
      })
    expect(lines.filter((line) => line.includes('/bwrap')).length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes(password))).toEqual([])
  })

  it("uses a cgroup of the system if the user has one, and hides the user's session", async () => {
    const scope = place('fake-scope')
    await writeFile(
      scope,
      `#!/bin/sh\necho "$XDG_RUNTIME_DIR $*" > ${place('said')}\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n`,
      { mode: 0o755 }
    )
    if (sandbox === null) throw new Error('skipped')
    const session = {
      XDG_RUNTIME_DIR: '/run/user/1000',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus'
    }
    const start = await contain(
      { ...nothing, memoryMb: 512, processes: 10, cpuPercent: 50 },
      'echo "[$XDG_RUNTIME_DIR$DBUS_SESSION_BUS_ADDRESS]"',
      { findSandbox: async () => ({ ...sandbox, scope }), hostEnvironment: session }
    )
    expect(await run(start)).toEqual({ code: 0, output: '[]\n' })
    const said = await readFile(place('said'), 'utf8')
    expect(said).toMatch(/^\/run\/user\/1000 --user --scope /)
    for (const limit of ['MemoryMax=805306368', 'MemorySwapMax=0', 'TasksMax=144', 'CPUQuota=50%'])
      expect(said).toContain(`-p ${limit}`)
  })
})

describe.skipIf(sandbox === null || sandbox.socat === null)(
  'a sandboxed server with a callback port for the browser',
  { timeout: 300_000 },
  () => {
    const listen = `globalThis.server = (await import('node:http')).createServer((request, response) => response.end('code ' + request.url));
    await new Promise((done) => server.listen(at.port, '127.0.0.1', done)); return 'listens'`
    const freePort = async () => {
      const probe = net.createServer().listen(0, '127.0.0.1')
      await once(probe, 'listening')
      const { port } = probe.address() as AddressInfo
      probe.close()
      await once(probe, 'close')
      return port
    }
    const ask = (port: number): Promise<string> =>
      new Promise((resolve) => {
        http
          .get({ host: '127.0.0.1', port, path: '/callback?code=1', agent: false }, (response) => {
            let text = ''
            response.on('data', (chunk: Buffer) => {
              text += chunk.toString('utf8')
            })
            response.on('end', () => resolve(text))
          })
          .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'))
      })

    it('is reachable at the allowed port, repeatedly, until it has ended', async () => {
      const port = await freePort()
      const info = await startCode({ ...nothing, listens: [port] })
      await attempt(info, listen, { port })
      await vi.waitFor(async () => expect(await ask(port)).toBe('code /callback?code=1'), soon)
      expect(await ask(port)).toBe('code /callback?code=1')
      await watched.clients.disconnect(info.connectionId)
      await vi.waitFor(async () => expect(await ask(port)).toBe('ECONNREFUSED'), soon)
    })

    it('is not reachable at a port that is not allowed', async () => {
      const port = await freePort()
      const info = await startCode(nothing)
      await attempt(info, listen, { port })
      expect(await ask(port)).toBe('ECONNREFUSED')
    })

    it("can't redirect connections to a socket of this computer by replacing its own with a link", async () => {
      const agent = net.createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nthe agent'))
      agent.listen(place('agent.sock'))
      await once(agent, 'listening')
      const port = await freePort()
      const info = await startCode({ ...nothing, listens: [port] })
      const swap = `const own = '/tmp/.parley-call-' + at.port
      for (let count = 0; count < 200 && !fs.existsSync(own); count += 1) await new Promise((go) => setTimeout(go, 50))
      fs.rmSync(own); fs.symlinkSync(at.agent, own); return 'swapped'`
      expect(await attempt(info, swap, { port, agent: place('agent.sock') })).toEqual({ did: 'swapped' })
      expect(await ask(port)).toMatch(/ECONNRESET|socket hang up/i)
      agent.close()
    })

    it('says in its log that another program uses the port', async () => {
      const other = net.createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      await startCode({ ...nothing, listens: [port] })
      await vi.waitFor(
        () => expect(watched.log().join('\n')).toContain(`at port ${port}: another program uses it`),
        soon
      )
      other.close()
    })
  }
)

it('removes socket folders that a killed Parley left, and keeps those in use, of other programs and new ones', async () => {
  const used = net.createServer().listen(await folder('used'))
  await once(used, 'listening')
  const killed = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(await folder('left'))}, () => console.log('listens'))`
  ])
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'close')
  for (const name of ['new', 'old', 'other'])
    await mkdir(place(name === 'other' ? 'other' : `sockets-${name}`))
  await symlink(place('home'), place('sockets-link'))
  const before = new Date(Date.now() - 3_600_000)
  await utimes(place('sockets-old'), before, before)
  await sweepFolders(testFolder, 'sockets-')
  expect((await readdir(testFolder)).filter((name) => name.startsWith('sockets-')).toSorted()).toEqual([
    ...['sockets-link', 'sockets-new', 'sockets-used']
  ])
  expect(await readdir(place('home'))).toEqual([])
  used.close()

  async function folder(name: string): Promise<string> {
    await mkdir(place(`sockets-${name}`))
    return place(`sockets-${name}/proxy.sock`)
  }
})
