import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { say, toEnglish } from '../../../texts/render-localized'
import { permissiveGuard } from './remote-path-guard'
import { findProgramFolders, installFolders } from './program-folders'
import type { NoBuiltInNode, BuiltInNode } from './built-in-node/built-in-node'
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
  readonly own?: BuiltInNode | NoBuiltInNode
}

const none: NoBuiltInNode = { reason: say('mcp.ownNodeNotHere') }

/** `asked`: how often more places were looked up. */
function createSearch({ platform = 'linux', PATH = at('bin'), own = none }: Tried = {}) {
  const asked: string[] = []
  const search = createProgramSearch({
    hostEnvironment: { PATH, ANTHROPIC_API_KEY: 'never for servers' },
    platform,
    findProgramFolders: async () => {
      asked.push('once')
      return [at('more')]
    },
    findOwnNode: async () => own
  })
  const find = (command: string, env: Record<string, string> = {}) =>
    search.find({ transport: 'stdio', command, args: [], env, cwd: null }, permissiveGuard)
  return { find, asked }
}

describe('the search for a command', () => {
  it('looks up no more places if the command is on the search path', async () => {
    const file = await put('bin/npx')
    await put('more/npx')
    const { find, asked } = createSearch()
    expect(await find('npx')).toEqual({
      program: { file, args: [] },
      environment: { PATH: at('bin') },
      isOwn: false,
      note: null
    })
    expect(asked).toEqual([])
  })

  it('looks up more places once if the command is missing, and gives them to the server', async () => {
    const file = await put('more/uvx')
    const { find, asked } = createSearch()
    const found = await find('uvx')
    expect(found.program.file).toBe(file)
    expect(found.environment).toEqual({ PATH: `${at('bin')}:${at('more')}` })
    await find('uvx')
    await expect(find('nowhere')).rejects.toThrow()
    expect(asked).toEqual(['once'])
  })

  it("prefers the user's search path to the bare one of a macOS bundle", async () => {
    const file = await put('more/sh')
    const PATH = '/usr/bin:/bin:/usr/sbin:/sbin'
    const { find } = createSearch({ platform: 'darwin', PATH })
    expect((await find('sh')).program.file).toBe(file)
    expect((await find('sh')).environment['PATH']).toBe(`${at('more')}:${PATH}`)
  })

  it('searches only where the entry says, if it sets a search path', async () => {
    await put('more/uvx')
    const { find, asked } = createSearch()
    await expect(find('uvx', { PATH: at('bin') })).rejects.toThrow(/wasn't found/)
    expect(asked).toEqual([])
  })

  it('uses the extensions of PATHEXT on Windows, and finds the search path under any spelling of its name', async () => {
    const file = await put('more/uvx.exe')
    const search = createProgramSearch({
      hostEnvironment: { Path: 'C:\\Windows' },
      platform: 'win32',
      findProgramFolders: async () => ['D:\\tools', at('more')],
      findOwnNode: async () => none
    })
    const launch = { transport: 'stdio', command: 'uvx', args: [], cwd: null } as const
    const found = await search.find({ ...launch, env: { PATHEXT: '.com;.exe' } }, permissiveGuard)
    expect(found.program.file).toBe(file)
    expect(found.environment['Path']).toBe(`C:\\Windows;D:\\tools;${at('more')}`)
    await expect(search.find({ ...launch, env: { PATHEXT: '.com' } }, permissiveGuard)).rejects.toThrow(
      /winget install/
    )
  })
})

describe("an entry that requests Parley's Node", () => {
  it('gets it, with its variables, regardless of the search path', async () => {
    await put('bin/node')
    const file = await put('own/electron')
    const { find, asked } = createSearch({ own: { file, environment: { ELECTRON_RUN_AS_NODE: '1' } } })
    expect(await find('parley:node', { KEY: 'k', ELECTRON_RUN_AS_NODE: '' })).toEqual({
      program: { file, args: [] },
      isOwn: true,
      note: null,
      environment: { PATH: at('bin'), KEY: 'k', ELECTRON_RUN_AS_NODE: '1' }
    })
    expect(asked).toEqual([])
  })

  it('gets the Node of this computer if Parley has none, and a note about it', async () => {
    const file = await put('bin/node')
    const found = await createSearch().find('parley:node')
    expect(found).toMatchObject({ program: { file, args: [] }, isOwn: false })
    expect(found.note && toEnglish(found.note)).toBe(
      `Parley doesn't include Node on this system. This computer's Node runs the server: ${file}.`
    )
  })

  it('reports why there is none, and how to get one', async () => {
    await expect(createSearch().find('parley:node')).rejects.toThrow(
      /doesn't include Node on this system\. The command “node” wasn't found.*Node\.js.*apt install nodejs/
    )
  })
})

describe('the message about a missing program', () => {
  it.each([
    ['linux', 'uvx', /“uvx” wasn't found.*part of uv.*“pipx install uv”.*docs\.astral\.sh/],
    ['darwin', 'npx', /part of Node\.js.*“brew install node”.*nodejs\.org/],
    ['win32', 'npx', /part of Node\.js.*“winget install OpenJS\.NodeJS\.LTS”/],
    ['linux', 'docker', /part of Docker.*“sudo apt install docker\.io”/],
    ['linux', 'deno', /part of Deno.*from https:\/\/deno\.com/],
    ['linux', 'own-server', /“own-server” wasn't found. Install it, or enter the full path/]
  ] as const)(
    'CONF-12: says on %s of %s what to install, and the searched places',
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

  it('names a similar program', async () => {
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
  ])('CONF-12 SYS-31 SYS-32: says for %s without %s what to install', async (name, runner, message) => {
    await writeFile(at(name), '')
    const { find } = createSearch()
    await expect(find(at(name))).rejects.toThrow(message)
    const program = await put(`more/${runner}`)
    expect((await find(at(name))).program.file).toBe(program)
  })
})

describe('the search in additional places', () => {
  it('finds existing folders of the login shell, nvm and installers', async () => {
    await mkdir(at('.nvm/versions/node/v9.1.0/bin'), { recursive: true })
    await mkdir(at('.nvm/versions/node/v22.3.0/bin'), { recursive: true })
    await mkdir(at('.local/bin'), { recursive: true })
    await mkdir(at('.volta/bin'), { recursive: true })
    const computer = { platform: 'linux', home: folder, environment: {} } as const
    const found = await findProgramFolders(
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

/** A login shell with files of the test instead of the user's. */
describe('the login shell', () => {
  const environment = (more: Record<string, string> = {}) => ({
    HOME: folder,
    SHELL: '/bin/bash',
    PATH: '/usr/bin:/bin',
    ...more
  })

  it('returns only its search path, even if it prints other text', async () => {
    await writeFile(
      at('.bash_profile'),
      `echo welcome; export PATH="${at('more')}:$PATH" SECRET=of-the-shell; echo $ANTHROPIC_API_KEY > '${at('seen')}'\n`
    )
    const found = await readShellPath(environment({ ANTHROPIC_API_KEY: 'key' }), 'linux')
    // The system's own profile may add to it.
    expect(found).toMatch(/^[^\n]*:\/bin$/)
    expect(found?.split(':')[0]).toBe(at('more'))
    expect(await readFile(at('seen'), 'utf8')).toBe('\n')
  })

  it('is ended with its children if it does not end', async () => {
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
    // Dead, but not reaped.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
