/**
 * Tries the sandbox of macOS: a table of small programs of the system, each of which must work or must be refused. What
 * is refused has to work without the sandbox, or it would prove nothing.
 */
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SystemProbe } from './system-probe'
import { makeFolder } from '../homes/folder-access'
import { measureFolder } from '../homes/measure-folder'
import { removeFolder } from '../homes/remove-folder'
import { writeProfile } from '../seatbelt/profile'

/** By its path: no other program of that name. */
export const sandboxExec = '/usr/bin/sandbox-exec'

export interface Probe {
  readonly name: string
  readonly isAllowed: boolean
  /** With its arguments. */
  readonly program: readonly [string, ...string[]]
}

export interface FailedProbe {
  readonly name: string
  /** `unclear`: it fails without the sandbox as well. `endless`: it didn't end in time. */
  readonly was: 'allowed' | 'refused' | 'unclear' | 'endless'
  /** The first line of its output. */
  readonly words: string
}

/** Empty: the sandbox does what it should. */
export async function runProbes(run: SystemProbe['run']): Promise<readonly FailedProbe[]> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-sandbox-test-')))
  const ports = await Promise.all([listenLocally(), listenLocally()])
  try {
    await createFiles(folder)
    const [proxy, other] = ports
    const profile = profileFor(folder, proxy.port)
    const probes = listProbes(folder, { proxy: proxy.port, other: other.port })
    const failed: FailedProbe[] = []
    for (const { name, isAllowed, program } of probes) {
      const { isFine, output, isTimedOut = false } = await run(sandboxExec, ['-p', profile, ...program])
      if (isTimedOut) failed.push({ name, was: 'endless', words: firstLine(output) })
      else if (isFine !== isAllowed)
        failed.push({ name, was: isFine ? 'allowed' : 'refused', words: firstLine(output) })
    }
    // Afterwards, because they leave something behind.
    for (const { name, isAllowed, program } of probes) {
      if (isAllowed) continue
      const [file, ...args] = program
      const { isFine, output } = await run(file, args)
      if (!isFine) failed.push({ name, was: 'unclear', words: firstLine(output) })
    }
    const words = await tryPrivateFolder(path.join(folder, 'private'))
    if (words !== null) failed.push({ name: 'keep a private folder', was: 'refused', words })
    return failed
  } finally {
    for (const { close } of ports) close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createFiles(folder: string): Promise<void> {
  for (const name of ['own/closed', 'own/fixed', 'shown', 'outside'])
    await mkdir(path.join(folder, name), { recursive: true })
  for (const name of [
    'own/file',
    'own/closed/key',
    'own/fixed/hook',
    'own/mine',
    'shown/file',
    'outside/file'
  ])
    await writeFile(path.join(folder, name), 'text of the test\n')
  await symlink(path.join(folder, 'outside/file'), path.join(folder, 'own/link'))
}

function profileFor(folder: string, proxyPort: number): string {
  return writeProfile({
    places: [
      { path: path.join(folder, 'own'), access: 'write' },
      { path: path.join(folder, 'own/fixed'), access: 'read' },
      { path: path.join(folder, 'own/closed'), access: 'closed' },
      { path: path.join(folder, 'shown'), access: 'read' }
    ],
    links: [],
    socketFolders: [path.join(folder, 'own')],
    proxyPort,
    listens: []
  })
}

function listProbes(folder: string, ports: { readonly proxy: number; readonly other: number }): Probe[] {
  const at = (name: string) => path.join(folder, name)
  const connect = (port: number): Probe['program'] => ['/usr/bin/nc', '-z', '-w', '2', '127.0.0.1', `${port}`]
  const inChild = (...words: string[]): Probe['program'] => ['/bin/sh', '-c', '"$@"; exit $?', 'sh', ...words]
  const may = (name: string, ...program: Probe['program']): Probe => ({ name, isAllowed: true, program })
  const not = (name: string, ...program: Probe['program']): Probe => ({ name, isAllowed: false, program })
  return [
    may('start a program', '/usr/bin/true'),
    may('read in its own folder', '/bin/cat', at('own/file')),
    may('write in its own folder', '/usr/bin/touch', at('own/new')),
    may('read in an allowed folder', '/bin/cat', at('shown/file')),
    may('read in its own folder, from a child', ...inChild('/bin/cat', at('own/file'))),
    may('connect to the proxy', ...connect(ports.proxy)),
    // The same programs are refused something below.
    may('list its own folder', '/bin/ls', at('own')),
    may('rename a file of its own', '/bin/mv', at('own/mine'), at('own/renamed')),
    may('create a link in its own folder', '/bin/ln', '-s', at('own/file'), at('own/new-link')),
    may('signal its parent', '/bin/sh', '-c', '"$@" $$; exit $?', 'sh', '/bin/kill', '-0'),
    not('write in a folder that it may only read', '/usr/bin/touch', at('shown/new')),
    not('read a file outside', '/bin/cat', at('outside/file')),
    not('list a folder outside', '/bin/ls', at('outside')),
    not('write outside', '/usr/bin/touch', at('outside/new')),
    not('read a file outside, from a child', ...inChild('/bin/cat', at('outside/file'))),
    not('read a file outside through a link', '/bin/cat', at('own/link')),
    not('give a file outside a second name', '/bin/ln', at('outside/file'), at('own/second')),
    not('read a closed file in its own folder', '/bin/cat', at('own/closed/key')),
    not('write a fixed file in its own folder', '/usr/bin/touch', at('own/fixed/hook')),
    not('connect to another port', ...connect(ports.other)),
    not('connect to another port, from a child', ...inChild(...connect(ports.other))),
    not('signal Parley', '/bin/kill', '-0', `${process.pid}`),
    not('rename a fixed folder', '/bin/mv', at('own/fixed'), at('own/moved')),
    not('rename a closed folder', '/bin/mv', at('own/closed'), at('own/opened'))
  ]
}

/** Without the sandbox: Parley's own work with a folder that a server fills. Null: it works. */
async function tryPrivateFolder(folder: string): Promise<string | null> {
  await mkdir(folder)
  try {
    makeFolder(folder, ['one', 'two'])
    await writeFile(path.join(folder, 'one/two/file'), Buffer.alloc(100_000, 1))
    if ((await measureFolder(folder)) < 100_000) return 'it was not measured'
    await removeFolder(folder)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function listenLocally(): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as net.AddressInfo).port, close: () => void server.close() }
}

function firstLine(output: string): string {
  return output.trim().split('\n')[0]?.slice(0, 200) ?? ''
}
