import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { say, toEnglish } from '../../../texts/render-localized'
import { openGuard } from './guard'
import { findMorePlaces, installFolders } from './more-places'
import type { NoOwnNode, OwnNode } from './own-node/own-node'
import { createProgramSearch } from './program-search'
import { readShellPath } from './shell-path'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley search-'))
  await mkdir(at('bin'))
  await mkdir(at('more'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (...names: readonly string[]) => path.join(folder, ...names)

async function put(name: string, text = '#!/bin/sh\n'): Promise<string> {
  await mkdir(path.dirname(at(name)), { recursive: true })
  await writeFile(at(name), text)
  await chmod(at(name), 0o755)
  return at(name)
}

interface Tried {
  readonly platform?: NodeJS.Platform
  readonly PATH?: string
  readonly env?: Record<string, string>
  readonly own?: OwnNode | NoOwnNode
}

const none: NoOwnNode = { reason: say('mcp.ownNodeNotHere') }

/** `asked`: how often more places were asked for. */
function createSearch({ platform = 'linux', PATH = at('bin'), own = none }: Tried = {}) {
  const asked: string[] = []
  const search = createProgramSearch({
    hostEnvironment: { PATH, ANTHROPIC_API_KEY: 'never for servers' },
    platform,
    findMorePlaces: async () => {
      asked.push('once')
      return [at('more')]
    },
    findOwnNode: async () => own
  })
  const find = (command: string, env: Record<string, string> = {}) =>
    search.find({ transport: 'stdio', command, args: [], env, cwd: null }, openGuard)
  return { find, asked }
}

describe('where a command is looked for', () => {
  it('what is on the search path costs no further look', async () => {
    const file = await put('bin/npx')
    await put('more/npx')
    const { find, asked } = createSearch()
    expect(await find('npx')).toEqual({
      ...{ program: { file, args: [] }, environment: { PATH: at('bin') }, isOwn: false, note: null }
    })
    expect(asked).toEqual([])
  })

  it('what isn’t there is looked for in more places, which are asked for once and handed to the server', async () => {
    const file = await put('more/uvx')
    const { find, asked } = createSearch()
    const found = await find('uvx')
    expect(found.program.file).toBe(file)
    expect(found.environment).toEqual({ PATH: `${at('bin')}:${at('more')}` })
    await find('uvx')
    await expect(find('nowhere')).rejects.toThrow()
    expect(asked).toEqual(['once'])
  })

  it('the bare search path of a macOS bundle gives way to that of the person', async () => {
    const file = await put('more/sh')
    const PATH = '/usr/bin:/bin:/usr/sbin:/sbin'
    const { find } = createSearch({ platform: 'darwin', PATH })
    expect((await find('sh')).program.file).toBe(file)
    expect((await find('sh')).environment['PATH']).toBe(`${at('more')}:${PATH}`)
  })

  it('an entry that says where to look is looked for there alone', async () => {
    await put('more/uvx')
    const { find, asked } = createSearch()
    await expect(find('uvx', { PATH: at('bin') })).rejects.toThrow(/wasn't found/)
    expect(asked).toEqual([])
  })

  it('on Windows a command goes by the endings of PATHEXT, under whatever name the search path stands', async () => {
    const file = await put('more/uvx.exe')
    const search = createProgramSearch({
      hostEnvironment: { Path: 'C:\\Windows' },
      platform: 'win32',
      findMorePlaces: async () => ['D:\\tools', at('more')],
      findOwnNode: async () => none
    })
    const launch = { transport: 'stdio', command: 'uvx', args: [], cwd: null } as const
    const found = await search.find({ ...launch, env: { PATHEXT: '.com;.exe' } }, openGuard)
    expect(found.program.file).toBe(file)
    expect(found.environment['Path']).toBe(`C:\\Windows;D:\\tools;${at('more')}`)
    await expect(search.find({ ...launch, env: { PATHEXT: '.com' } }, openGuard)).rejects.toThrow(
      /winget install/
    )
  })
})

describe('an entry that wants the Node of Parley', () => {
  it('gets it, with what makes it one, whatever lies on the search path', async () => {
    await put('bin/node')
    const file = await put('own/electron')
    const { find, asked } = createSearch({ own: { file, environment: { ELECTRON_RUN_AS_NODE: '1' } } })
    expect(await find('parley:node', { KEY: 'k', ELECTRON_RUN_AS_NODE: '' })).toEqual({
      ...{ program: { file, args: [] }, isOwn: true, note: null },
      environment: { PATH: at('bin'), KEY: 'k', ELECTRON_RUN_AS_NODE: '1' }
    })
    expect(asked).toEqual([])
  })

  it('gets that of this computer where Parley brings none, and a word about it', async () => {
    const file = await put('bin/node')
    const found = await createSearch().find('parley:node')
    expect(found).toMatchObject({ program: { file, args: [] }, isOwn: false })
    expect(found.note && toEnglish(found.note)).toBe(
      `Parley doesn't include Node on this system. This computer's Node runs the server: ${file}.`
    )
  })

  it('hears why there is none, and how to get one', async () => {
    await expect(createSearch().find('parley:node')).rejects.toThrow(
      /doesn't include Node on this system\. The command “node” wasn't found.*Node\.js.*apt install nodejs/
    )
  })
})

describe('what is said of one that is nowhere', () => {
  it.each([
    ['linux', 'uvx', /“uvx” wasn't found.*part of uv.*“pipx install uv”.*docs\.astral\.sh/],
    ['darwin', 'npx', /part of Node\.js.*“brew install node”.*nodejs\.org/],
    ['win32', 'npx', /part of Node\.js.*“winget install OpenJS\.NodeJS\.LTS”/],
    ['linux', 'docker', /part of Docker.*“sudo apt install docker\.io”/],
    ['linux', 'deno', /part of Deno.*from https:\/\/deno\.com/],
    ['linux', 'own-server', /“own-server” wasn't found. Install it, or enter the full path/]
  ] as const)(
    'CONF-12: on %s of %s: what to install, and the places that were searched',
    async (platform, command, message) => {
      const { find } = createSearch({ platform })
      await expect(find(command)).rejects.toMatchObject({
        code: 'SERVER_COMMAND_NOT_FOUND',
        message: expect.stringMatching(message) as string
      })
      if (platform === 'win32') return
      await expect(find(command)).rejects.toThrow(`Searched: ${at('bin')}, ${at('more')}.`)
    }
  )

  it('names what is near', async () => {
    await put('more/python3')
    await put('bin/notes-server')
    const { find } = createSearch()
    await expect(find('python')).rejects.toThrow('Did you mean “python3”?')
    await expect(find('nots-server')).rejects.toThrow('Did you mean “notes-server”?')
    await expect(find('weather')).rejects.not.toThrow('Did you mean')
  })

  it.each([
    ['weather.jar', 'java', /needs java, which wasn't found.*part of Java.*default-jre/],
    ['weather.csproj', 'dotnet', /needs dotnet, which wasn't found.*part of \.NET.*dotnet-sdk/]
  ])('CONF-12 SYS-31 SYS-32: %s without %s says what to install', async (name, runner, message) => {
    await writeFile(at(name), '')
    const { find } = createSearch()
    await expect(find(at(name))).rejects.toThrow(message)
    const program = await put(`more/${runner}`)
    expect((await find(at(name))).program.file).toBe(program)
  })
})

describe('the places', () => {
  it('are those of the login shell, of nvm and of installers, as far as they exist', async () => {
    await mkdir(at('.nvm/versions/node/v9.1.0/bin'), { recursive: true })
    await mkdir(at('.nvm/versions/node/v22.3.0/bin'), { recursive: true })
    await mkdir(at('.local/bin'), { recursive: true })
    await mkdir(at('.volta/bin'), { recursive: true })
    const computer = { platform: 'linux', home: folder, environment: {} } as const
    const found = await findMorePlaces(
      computer,
      async () => `${at('more')}:relative:${at('gone')}:/net/other/bin`
    )
    expect(found.filter((place) => place.startsWith(folder))).toEqual([
      at('more'),
      at('.nvm/versions/node/v22.3.0/bin'),
      at('.nvm/versions/node/v9.1.0/bin'),
      at('.local/bin'),
      at('.volta/bin')
    ])
    expect(found).not.toContain('/net/other/bin')
  })

  it.each([
    ['darwin', '/Users/ada', '/opt/homebrew/bin'],
    ['darwin', '/Users/ada', '/Users/ada/.asdf/shims'],
    ['linux', '/home/ada', '/home/ada/.local/bin'],
    ['win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\.local\\bin'],
    ['win32', 'C:\\Users\\ada', 'C:\\Roaming\\npm'],
    ['win32', 'C:\\Users\\ada', 'C:\\Program Files\\nodejs']
  ] as const)('on %s with the home %s: %s', (platform, home, expected) => {
    const environment = { APPDATA: 'C:\\Roaming', ProgramFiles: 'C:\\Program Files' }
    expect(installFolders({ platform, home, environment })).toContain(expected)
  })
})

/** A login shell of one's own: its files are the test's, not the person's. */
describe('the login shell', () => {
  const environment = (more: Record<string, string> = {}) => ({
    HOME: folder,
    SHELL: '/bin/bash',
    PATH: '/usr/bin:/bin',
    ...more
  })

  it('tells its search path and nothing else, whatever it prints', async () => {
    await writeFile(
      at('.bash_profile'),
      `echo welcome; export PATH="${at('more')}:$PATH" SECRET=of-the-shell; echo $ANTHROPIC_API_KEY > '${at('seen')}'\n`
    )
    const found = await readShellPath(environment({ ANTHROPIC_API_KEY: 'key' }), 'linux')
    // What the system's own profile makes of the rest is the system's.
    expect(found).toMatch(/^[^\n]*:\/bin$/)
    expect(found?.split(':')[0]).toBe(at('more'))
    expect(await readFile(at('seen'), 'utf8')).toBe('\n')
  })

  it('one that never ends is ended, with what it started', async () => {
    await writeFile(at('.bash_profile'), `sleep 600 & echo $! > '${at('pid')}'\nwait\n`)
    expect(await readShellPath(environment(), 'linux', 1_500)).toBeNull()
    const pid = Number(await readFile(at('pid'), 'utf8'))
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it.each([
    [{ SHELL: '/opt/own/shell' }, 'linux'],
    [{ SHELL: 'bash' }, 'linux'],
    [{ SHELL: '/bin/bash' }, 'win32'],
    [{ SHELL: '/nowhere/zsh' }, 'linux']
  ] as const)('%j on %s is not asked', async (more, platform) => {
    expect(await readShellPath(environment(more), platform)).toBeNull()
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // Dead, and nobody has fetched it.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
