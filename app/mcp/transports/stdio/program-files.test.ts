/**
 * Inspecting an untrusted program contacts no other computer, and no file that it runs can hide from the inspection.
 */
import fs from 'node:fs'
import promises, { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRemotePath } from '../../../base/remote-path'
import type { ProgramToInspect } from '../../interface'
import { readPlayedRecording } from '../played-recording'
import { RecordingTransport } from '../recording-transport'
import { createProgramSearch } from './program-search'
import { inspectProgram } from './program-files'

/** Every path that was passed to a file system function during a test. */
const touched: string[] = []

/** Also applies to modules that import the functions by name. */
function recordLooks(): void {
  for (const name of ['access', 'open', 'readFile', 'realpath', 'stat', 'lstat', 'readlink'] as const)
    record(promises, name)
  for (const name of ['createReadStream', 'realpathSync', 'statSync', 'lstatSync', 'readFileSync'] as const)
    record(fs, name)
  syncBuiltinESMExports()
}

function record<M extends object>(module: M, name: keyof M & string): void {
  const original = module[name] as (...args: unknown[]) => unknown
  vi.spyOn(module as Record<string, (...args: unknown[]) => unknown>, name).mockImplementation((...args) => {
    touched.push(String(args[0]))
    return original.apply(module, args)
  })
}

let folder: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'parley-files-')))
  await write('bin/tool.exe', '', 0o755)
  await write('bin/node.exe', '', 0o755)
  await write('bin/node', '', 0o755)
  await write('server.js', '')
  recordLooks()
  touched.length = 0
})

afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await rm(folder, { recursive: true, force: true })
})

async function write(name: string, text: string, mode = 0o644): Promise<string> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
  await chmod(file, mode)
  return file
}

const findOwnNode = async () => ({ file: process.execPath, environment: {} })
const at = (name: string) => path.join(folder, name)

function inspect(target: Partial<ProgramToInspect>, platform: NodeJS.Platform = 'linux') {
  const whole = { command: 'node', args: [], cwd: folder, known: [], mayContact: false, ...target }
  const env = { PATH: at('bin'), PATHEXT: '.exe', HOME: folder, ...target.env }
  return inspectProgram(
    { ...whole, env },
    createProgramSearch({ hostEnvironment: {}, platform, findOwnNode })
  )
}

/** The files of the arguments, without the program itself. */
async function scripts(args: readonly string[], target: Partial<ProgramToInspect> = {}) {
  const found = await inspect({ args, ...target })
  if ('elsewhere' in found) throw new Error(found.elsewhere)
  const files = found.files.filter(({ role }) => role === 'script').map(({ path: file }) => file)
  return { files, isCut: found.isCut ?? false }
}

const share = String.raw`\\host\share`
const elsewhere: [NodeJS.Platform, string, Partial<ProgramToInspect>][] = [
  ['win32', 'its command', { command: `${share}\\tool.exe` }],
  ['win32', 'its command with other strokes', { command: '//host/share/tool' }],
  ['win32', 'its command in the form for long paths', { command: String.raw`\\?\UNC\host\share\tool.exe` }],
  ['win32', 'its folder', { cwd: share }],
  ['win32', 'its folder with other strokes', { cwd: '//host/share' }],
  ['win32', 'its search path', { env: { PATH: share }, command: 'tool' }],
  ['win32', 'its search path behind other folders', { env: { PATH: `C:\\bin;${share}` }, command: 'tool' }],
  ['win32', 'its script', { args: [`${share}\\server.js`] }],
  ['win32', 'its script as an address', { args: ['file:////host/share/server.js'] }],
  ['win32', 'its script as an address with a host', { args: ['file://host/share/server.js'] }],
  ['win32', 'the value of an option', { args: ['--import', `${share}\\hook.js`, 'server.js'] }],
  ['win32', 'the value in an option', { args: [`--require=${share}\\hook`, 'server.js'] }],
  ['win32', 'the folder of an option', { args: ['--directory', share, 'server.js'] }],
  ['win32', 'a line for a shell', { args: ['-c', String.raw`start \\host\share\evil.bat`] }],
  ['win32', 'the cache of a package runner', { command: 'tool', env: { npm_config_cache: share } }],
  ['win32', 'the folder of local settings', { command: 'tool', env: { LOCALAPPDATA: share } }],
  ['linux', 'its command', { command: '/net/host/share/tool' }],
  ['linux', 'its folder', { cwd: '/net/host' }],
  ['linux', 'its search path', { env: { PATH: '/net/host/bin' } }],
  ['darwin', 'its script', { args: ['../../../../../../net/host/server.js'] }],
  ['linux', 'its home', { command: 'tool', env: { HOME: '/net/host' } }]
]

describe('SEC-11-8 a server that is not trusted yet', () => {
  it.each(elsewhere)(
    "can't make a system contact another computer, on %s by %s",
    async (platform, what, target) => {
      if (/cache|settings|home/.test(what)) {
        await write('bin/npx.exe', '', 0o755)
        await write('bin/npx', '', 0o755)
        Object.assign(target, { command: 'npx', args: ['tools'] })
        target = { ...target, env: { PATH: at('bin'), ...target.env } }
      }
      touched.length = 0
      expect(await inspect(target, platform)).toEqual({ elsewhere: expect.stringMatching(/host/) as string })
      // Also if this system takes the other system's separators as characters.
      const inFolder = touched.map((place) => place.replace(`${folder}/`, ''))
      expect([...touched, ...inFolder].filter((place) => isRemotePath(place, platform))).toEqual([])
    }
  )

  it('may have files on another computer inspected once it is trusted', async () => {
    const args = [`/${at('server.js')}`]
    expect(await inspect({ args }, 'win32')).toEqual({ elsewhere: args[0] })
    expect(touched).not.toContain(args[0])
    expect(await inspect({ args, mayContact: true }, 'win32')).toMatchObject({
      files: [{ role: 'program' }, { role: 'script', path: at('server.js') }]
    })
    expect(touched).toContain(args[0])
  })
})

describe('SEC-11-8 a server that is a recording', () => {
  it.each([
    [['notes.parleyrec']],
    [['--exact', 'notes.parleyrec', 'notes']],
    [['notes.parleyrec', 'notes', '--exact']]
  ])('is inspected as the file that its transport plays: %j', async (args) => {
    const file = await write('notes.parleyrec', '{"parleyRecording":1}\n')
    const found = await inspect({ command: 'parley:play', args })
    expect(found).toMatchObject({ files: [{ role: 'script', path: file }] })
    expect(readPlayedRecording({ args, cwd: folder }).file).toBe(file)
    await expect(new RecordingTransport({ args, cwd: folder }).start()).resolves.toBeUndefined()
  })
})

describe('SEC-11-8 the list of files that an interpreter runs', () => {
  it("can't be pushed out by other arguments or by repeating a file", async () => {
    const madeUp = Array.from({ length: 100 }, (_, index) => `--x=gone-${index}.js`)
    const same = Array.from({ length: 100 }, () => '--x=server.js')
    await write('real.js', '')
    expect(await scripts([...madeUp, ...same, 'real.js'])).toEqual({
      files: [at('server.js'), at('real.js')],
      isCut: false
    })
  })

  it('reports an incomplete list if there are too many', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `script-${index}.js`)
    for (const name of many) await write(name, '')
    expect(await scripts(many)).toMatchObject({ files: { length: 19 }, isCut: true })
    expect(await scripts(many.slice(0, 19))).toMatchObject({ files: { length: 19 }, isCut: false })
    const endless = Array.from({ length: 2_000 }, (_, index) => `gone-${index}.js`)
    expect(await scripts(['server.js', ...endless])).toEqual({ files: [at('server.js')], isCut: true })
  })

  it.each([
    [
      ['-r', './hook', 'serve'],
      ['hook', 'serve']
    ],
    [
      ['-r', 'loaded.js', 'serve'],
      ['loaded.js', 'serve']
    ],
    [
      ['--require=./hook', 'serve'],
      ['hook', 'serve']
    ],
    [
      ['-r./hook', 'serve'],
      ['hook', 'serve']
    ],
    [
      ['--import', 'loaded.js', '--no-warnings', 'serve', 'data'],
      ['loaded.js', 'serve']
    ],
    [['serve', '--require', 'data'], ['serve']],
    [['main'], ['main.js']],
    [['folder'], ['folder/index.js']]
  ])('includes its first argument, and files that options load before it: %j', async (args, files) => {
    for (const name of ['hook', 'loaded.js', 'serve', 'data', 'main.js', 'folder/index.js'])
      await write(name, '')
    expect((await scripts(args)).files).toEqual(files.map(at))
  })

  it('includes all archives of a class path', async () => {
    await write('bin/java', '', 0o755)
    for (const name of ['a.jar', 'b.jar', 'agent.jar']) await write(name, '')
    const args = ['-javaagent:agent.jar', '-cp', `a.jar:${at('b.jar')}`, 'Main']
    expect((await scripts(args, { command: 'java' })).files).toEqual(['agent.jar', 'a.jar', 'b.jar'].map(at))
  })
})

describe.skipIf(process.platform === 'win32')('SEC-11-8 the first line of a program', () => {
  it.each([
    ['/usr/bin/env node', 'bin/node'],
    ['/usr/bin/env -S A=1 node --flag', 'bin/node'],
    ['FOLDER/bin/interpreter -x', 'bin/interpreter']
  ])('names its interpreter, which is checked: %s', async (line, interpreter) => {
    await write('bin/interpreter', '', 0o755)
    const program = await write('tool', `#!${line.replace('FOLDER', folder)}\n`, 0o755)
    expect(await inspect({ command: program })).toMatchObject({
      files: [
        { role: 'program', path: program },
        { role: 'program', path: at(interpreter) }
      ]
    })
  })

  it("can't lead to another computer or to endless interpreters", async () => {
    const away = await write('away', '#!/net/host/interpreter\n', 0o755)
    expect(await inspect({ command: away })).toEqual({ elsewhere: '/net/host/interpreter' })
    const round = await write('round', `#!${at('round')}\n`, 0o755)
    expect(await inspect({ command: round })).toMatchObject({ files: [{ path: round }] })
    await symlink(at('gone'), at('dangling'))
    const lost = await write('lost', `#!${at('dangling')}\n`, 0o755)
    expect(await inspect({ command: lost })).toMatchObject({ files: [{ path: lost }] })
  })
})
