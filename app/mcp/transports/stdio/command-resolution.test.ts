import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { resolveCommand } from './command-resolution'

let folder: string
let environment: Record<string, string>

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley commands-'))
  await mkdir(path.join(folder, 'bin'))
  environment = { PATH: path.join(folder, 'bin') }
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function write(name: string, mode = 0o644): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, '#!/bin/sh\n')
  await chmod(file, mode)
  return file
}

function resolve(command: string) {
  return resolveCommand({ transport: 'stdio', command, args: [], env: {}, cwd: null }, environment)
}

it.each([
  ['weather.py', 'python3', []],
  ['weather.js', 'node', []],
  ['Weather.jar', 'java', ['-jar']],
  ['weather.csproj', 'dotnet', ['run', '--project']]
])(
  'STDIO-11 SYS-37 CONF-12: %s that is no program is started with %s',
  async (script, interpreter, before) => {
    const file = await write(script)
    await expect(resolve(file)).rejects.toMatchObject({
      code: 'SERVER_COMMAND_NOT_FOUND',
      message: expect.stringContaining(
        `needs ${interpreter}, which was not found. Searched: ${folder}`
      ) as string
    })
    const program = await write(`bin/${interpreter}`, 0o755)
    expect(await resolve(file)).toEqual({ file: program, args: [...before, file] })
  }
)

it('a script that is a program is started as it is, and another file not at all', async () => {
  await write('bin/python3', 0o755)
  const script = await write('weather.py', 0o755)
  expect(await resolve(script)).toEqual({ file: script, args: [] })
  await expect(resolve(await write('weather.txt'))).rejects.toThrow(/may not be executed/)
})
