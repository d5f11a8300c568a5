/** How a server is started in the sandbox of macOS: arguments, variables, folders, and what is refused. */
import { spawnSync } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { createHomeStore } from '../homes/home-store'
import { createSandboxLauncher } from './launch-sandboxed'
import { readProfile } from '../../testing/sandbox/seatbelt-evaluator'
import type { PlainStart, SandboxedStart, ServerNetwork } from '../interface'

const nothing: SandboxChoices = { read: [], write: [], hosts: [] }
let folder: string
const place = (name: string) => path.join(folder, name)

beforeEach(async () => {
  folder = await realpath(await mkdtemp('/var/tmp/parley-seatbelt-'))
  for (const name of [
    'home/notes',
    'home/project/.git',
    'home/Library/Keychains',
    'data/packages/a',
    'tools'
  ])
    await mkdir(place(name), { recursive: true })
  await writeFile(place('home/server.sh'), '#!/bin/sh\n')
  // Starts what it is given, without a sandbox.
  await writeFile(place('sandbox-exec'), '#!/bin/sh\n[ "$1" = -p ] && shift 2\nexec "$@"\n')
  await chmod(place('sandbox-exec'), 0o755)
})

afterEach(async () => await rm(folder, { recursive: true, force: true }))

const network: ServerNetwork = {
  environment: () => ({ HTTPS_PROXY: 'http://user:word@127.0.0.1:4100' }),
  mask: (text) => text.replaceAll('real-secret', 'stand-in'),
  relay: { socketPath: '/nowhere', port: 4_100 },
  files: [],
  watched: [],
  started: () => {
    throw new Error('Nothing can be counted on macOS')
  },
  close: () => {}
}

interface StartOptions extends Partial<PlainStart> {
  readonly platform?: NodeJS.Platform
}

async function start(
  rules: Partial<SandboxChoices>,
  { platform, ...more }: StartOptions = {}
): Promise<SandboxedStart> {
  const launcher = createSandboxLauncher({
    ...(platform !== undefined && { platform }),
    home: place('home'),
    closed: [place('data')],
    homes: createHomeStore(place('data/homes')),
    openNetwork: async () => network,
    findSandbox: async () => ({ type: 'seatbelt', sandboxExec: place('sandbox-exec') })
  })
  const plain: PlainStart = {
    file: '/bin/sh',
    args: [place('home/server.sh'), 'two words', 'real-secret'],
    cwd: null,
    environment: { PATH: `/usr/bin:${place('tools')}:/nowhere`, KEY: 'real-secret' },
    scripts: [place('home/server.sh')],
    homeOf: 'sh server.sh',
    ...more
  }
  return await launcher('notes')(plain, { ...nothing, ...rules })
}

const profileOf = ({ args }: SandboxedStart) => readProfile(args[1] ?? '')

it("gives the system's program a profile, then the server with its own arguments", async () => {
  const { file, args, filter, hasNamespace, close } = await start({})
  expect(file).toBe(place('sandbox-exec'))
  expect([args[0], ...args.slice(3)]).toEqual(['-p', place('home/server.sh'), 'two words', 'stand-in'])
  expect([filter, hasNamespace]).toEqual([null, false])
  close()
})

it('opens its program, its private folder, a temporary one and what its entry allows', async () => {
  const started = await start({ read: [place('home/notes')], write: [place('home/project')] })
  const profile = profileOf(started)
  const may = (operation: string, at: string) => profile.allows(operation, at)
  expect(may('file-read-data', place('home/server.sh'))).toBe(true)
  expect(may('file-write-data', place('home/server.sh'))).toBe(false)
  expect(may('file-read-data', place('home/notes/a.md'))).toBe(true)
  expect(may('file-write-create', place('home/notes/a.md'))).toBe(false)
  expect(may('file-write-create', place('home/project/a.ts'))).toBe(true)
  expect(may('file-write-create', place('home/project/.git/hooks/pre-commit'))).toBe(false)
  expect(may('file-write-unlink', place('home/project/.git'))).toBe(false)
  expect(may('file-read-data', place('home/diary.txt'))).toBe(false)
  expect(may('file-read-data', place('data/vault.json'))).toBe(false)
  expect(may('file-write-create', `${started.privateFolder}/a`)).toBe(true)
  expect(may('network-outbound', '127.0.0.1:4100')).toBe(true)
  expect(may('network-outbound', '127.0.0.1:22')).toBe(false)
  started.close()
})

it("closes Parley's data and keychains in an allowed folder around them", async () => {
  const started = await start({ write: [folder.concat('/home/Library')] })
  const profile = profileOf(started)
  expect(profile.allows('file-write-create', place('home/Library/a'))).toBe(true)
  expect(profile.allows('file-read-data', place('home/Library/Keychains/login.keychain-db'))).toBe(false)
  expect(profile.allows('file-write-unlink', place('home/Library/Keychains'))).toBe(false)
  started.close()
})

it('opens a folder that Parley made for it, inside its own closed data', async () => {
  const started = await start({}, { folders: [{ path: place('data/packages/a'), mayWrite: false }] })
  const profile = profileOf(started)
  expect(profile.allows('file-read-data', place('data/packages/a/index.js'))).toBe(true)
  expect(profile.allows('file-write-data', place('data/packages/a/index.js'))).toBe(false)
  expect(profile.allows('file-read-data', place('data/packages/b/index.js'))).toBe(false)
  started.close()
})

it('names its home, its temporary folder and its proxy in variables, and removes the temporary folder', async () => {
  const started = await start({}, { cwd: place('home/notes') })
  const { environment, cwd, privateFolder } = started
  expect(environment).toMatchObject({
    HOME: privateFolder,
    XDG_CACHE_HOME: `${privateFolder}/.cache`,
    TMPDIR: cwd,
    PATH: '/usr/bin',
    KEY: 'stand-in',
    HTTPS_PROXY: 'http://user:word@127.0.0.1:4100'
  })
  await access(cwd)
  started.close()
  await expect.poll(async () => await access(cwd).catch(() => 'gone')).toBe('gone')
})

it('starts in its own working folder if that is allowed', async () => {
  const started = await start({ read: [place('home/notes')] }, { cwd: place('home/notes') })
  expect(started.cwd).toBe(place('home/notes'))
  started.close()
})

it('gets no private folder and no ports while its package is downloaded', async () => {
  const started = await start({ listens: [3_334] }, { homeOf: undefined, fetchesFrom: ['registry.example'] })
  expect(started.privateFolder).toBeNull()
  expect(started.environment['HOME']).toBe(started.cwd)
  expect(profileOf(started).allows('network-bind', '127.0.0.1:3334')).toBe(false)
  started.close()
})

it('passes its arguments and variables through the program that starts the sandbox', async () => {
  const script = 'printf "%s|" "$HOME" "$(pwd)" "$@"'
  const started = await start({}, { args: ['-c', script, 'sh', 'a "b" $c', '-p', ''] })
  const { file, args, cwd, environment } = started
  const { stdout } = spawnSync(file, [...args], { cwd, env: environment, encoding: 'utf8' })
  expect(stdout).toBe(`${started.privateFolder}|${cwd}|a "b" $c|-p||`)
  started.close()
})

it.each<[string, string, () => Partial<SandboxChoices>]>([
  ['limits that macOS lacks', 'sets memoryMb and processes', () => ({ memoryMb: 500, processes: 4 })],
  ['a share of the processor', 'sets cpuPercent', () => ({ cpuPercent: 50 })],
  ['the whole home', 'your whole home folder', () => ({ read: [place('home')] })],
  ["Parley's data", 'Parley keeps its own data', () => ({ write: [place('data')] })],
  ['all temporary files', 'belongs to the system', () => ({ read: ['/tmp'] })],
  ['a link', 'which is a link to', () => ({ read: [place('link')] })],
  ['a line break', 'control character', () => ({ read: [place('home/a\nb')] })]
])('is refused: %s', async (_what, words, rules) => {
  await symlink(place('home/notes'), place('link'))
  await mkdir(place('home/a\nb'))
  await expect(start(rules())).rejects.toThrow(words)
})

it.each([
  ['/tmp/nothing-here', '/private/tmp/nothing-here'],
  ['/var/nothing-here', '/private/var/nothing-here'],
  ['/temporary/nothing-here', '/temporary/nothing-here']
])('follows the links of macOS itself: %s', async (named, real) => {
  await expect(start({ read: [named] }, { platform: 'darwin' })).rejects.toThrow(
    `“${real}”, which doesn't exist`
  )
})

it('takes a limit of the private folder, which Parley measures', async () => {
  const started = await start({ homeMb: 64 })
  expect(started.privateFolder).not.toBeNull()
  started.close()
})
