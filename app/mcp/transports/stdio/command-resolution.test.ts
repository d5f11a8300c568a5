import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { resolveCommand } from './command-resolution'
import { permissiveGuard } from './remote-path-guard'

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
  return resolveCommand(
    { transport: 'stdio', command, args: [], env: {}, cwd: null },
    { environment, platform: 'linux', guard: permissiveGuard }
  )
}

it.each([
  ['weather.py', 'python3', []],
  ['weather.js', 'node', []],
  ['Weather.jar', 'java', ['-jar']],
  ['weather.csproj', 'dotnet', ['run', '--project']]
])(
  'STDIO-11 SYS-37 CONF-12: starts %s, which is no program, with %s',
  async (script, interpreter, before) => {
    const file = await write(script)
    await expect(resolve(file)).rejects.toMatchObject({
      code: 'SERVER_COMMAND_NOT_FOUND',
      message: expect.stringContaining(
        `needs ${interpreter}, which wasn't found. Searched: ${folder}`
      ) as string
    })
    const program = await write(`bin/${interpreter}`, 0o755)
    expect(await resolve(file)).toEqual({ file: program, args: [...before, file] })
  }
)

it('starts an executable script directly, and refuses other files', async () => {
  await write('bin/python3', 0o755)
  const script = await write('weather.py', 0o755)
  expect(await resolve(script)).toEqual({ file: script, args: [] })
  await expect(resolve(await write('weather.txt'))).rejects.toThrow(/isn't executable/)
})

const onWindows = (command: string, PATHEXT = '.exe;.cmd;.bat') =>
  resolveCommand(
    { transport: 'stdio', command, args: ['a & calc'], env: {}, cwd: null },
    { environment: { ...environment, PATHEXT }, platform: 'win32', guard: permissiveGuard }
  )

it('STDIO-11: finds a program on Windows whose name has a dot, and prefers the file with exactly that name', async () => {
  const program = await write('bin/python3.12.exe')
  expect(await onWindows('python3.12')).toEqual({ file: program, args: [] })
  const exact = await write('bin/tool.exe')
  await write('bin/tool.exe.exe')
  expect(await onWindows('tool.exe')).toEqual({ file: exact, args: [] })
})

/** In the form that npm writes next to the programs of packages. */
const shim = String.raw`@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\node.exe" (
  SET "_prog=%dp0%\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\node_modules\a server\dist\index.js" %*
`
/** In the form that Node includes. */
const npx = String.raw`:: Created by npm, please don't edit manually.
@ECHO OFF
SETLOCAL
SET "NODE_EXE=%~dp0\node.exe"
IF NOT EXIST "%NODE_EXE%" (
  SET "NODE_EXE=node"
)
SET "NPX_CLI_JS=%~dp0\node_modules\npm\bin\npx-cli.js"
FOR /F "delims=" %%F IN ('CALL "%NODE_EXE%" "%NPM_PREFIX_JS%"') DO (
  SET "NPM_PREFIX_NPX_CLI_JS=%%F\node_modules\npm\bin\npx-cli.js"
)
IF EXIST "%NPM_PREFIX_NPX_CLI_JS%" (
  SET "NPX_CLI_JS=%NPM_PREFIX_NPX_CLI_JS%"
)
"%NODE_EXE%" "%NPX_CLI_JS%" %*
`

async function writeText(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

it.each([
  ['npx.cmd', npx, 'node_modules/npm/bin/npx-cli.js'],
  ['server.cmd', shim, 'node_modules/a server/dist/index.js'],
  ['server.cmd', shim.replaceAll('\n', '\r\n'), 'node_modules/a server/dist/index.js']
])(
  'STDIO-11: SEC-11-11 runs the script of %s with Node on Windows, without a shell',
  async (name, text, script) => {
    await writeText(`bin/${name}`, text)
    const file = path.join(folder, 'bin', script)
    await expect(onWindows(path.parse(name).name)).rejects.toThrow(/needs node/)
    const node = await writeText('node.exe', '')
    environment['PATH'] += `;${folder}`
    expect(await onWindows(path.parse(name).name)).toEqual({ file: node, args: [file] })
    expect(await onWindows(path.join(folder, 'bin', name))).toEqual({ file: node, args: [file] })
    const beside = await writeText('bin/node.exe', '')
    expect(await onWindows(path.parse(name).name)).toEqual({ file: beside, args: [file] })
  }
)

it.each([
  ['a batch file of another origin', '@echo off\r\npython server.py %*'],
  ['a batch file that starts nothing', ''],
  ['a batch file whose script has a variable', '"node" "%~dp0\\%EVIL%\\index.js" %*'],
  ['a batch file whose script has shell characters', '"node" "%~dp0\\a&calc\\index.js" %*'],
  ['a batch file whose script is on another computer', '"node" "C:\\elsewhere\\index.js" %*'],
  ['a batch file that passes no arguments', '"node" "%~dp0\\index.js"']
])('STDIO-11: refuses %s on Windows', async (_what, text) => {
  await writeText('bin/node.exe', '')
  for (const ending of ['.cmd', '.bat', '.CMD']) {
    const file = await writeText(`bin/tool${ending}`, text)
    await expect(onWindows(file)).rejects.toMatchObject({
      code: 'SERVER_COMMAND_NOT_FOUND',
      message: expect.stringContaining('batch file') as string
    })
  }
})

it('STDIO-11: starts only programs directly on Windows, and other files with their interpreter', async () => {
  const program = await writeText('bin/tool.exe', '')
  expect(await onWindows('tool')).toEqual({ file: program, args: [] })
  const script = await write('weather.py', 0o755)
  await expect(onWindows(script)).rejects.toThrow(/needs python3/)
  await expect(onWindows(await write('weather.vbs', 0o755))).rejects.toThrow(/isn't executable/)
})
