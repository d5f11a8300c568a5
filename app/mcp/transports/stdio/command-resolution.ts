/**
 * Finds the program of a stdio server before anything is started, so that a wrong command is answered with
 * the places that were searched and not with the system's bare error.
 */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { HostError } from '../../../base/host-error'
import type { StdioLaunch } from '../../interface'
import type { Said } from '../../../contract/said'
import { say } from '../../../texts/said'

type Environment = Readonly<Record<string, string>>
type Finding = 'program' | 'not executable' | 'missing'

/** What to start: a file, and arguments that stand before those of the entry. */
export interface Program {
  readonly file: string
  readonly args: readonly string[]
}

/** What runs a file that isn't a program by itself: names to search for, first the usual one, and what comes before it. */
const interpreters: Readonly<
  Record<string, { readonly names: readonly string[]; readonly args: readonly string[] }>
> = {
  '.py': { names: ['python3', 'python', 'py'], args: [] },
  '.js': { names: ['node'], args: [] },
  '.mjs': { names: ['node'], args: [] },
  '.cjs': { names: ['node'], args: [] },
  '.jar': { names: ['java'], args: ['-jar'] },
  '.csproj': { names: ['dotnet'], args: ['run', '--project'] }
}

/**
 * The program of the launch's command, by its absolute path. The path of a script that isn't a program by itself
 * leads to the interpreter that its ending stands for.
 * @throws HostError SERVER_COMMAND_NOT_FOUND naming the command and every folder searched, or the working
 * folder that does not exist
 */
export async function resolveCommand(launch: StdioLaunch, environment: Environment): Promise<Program> {
  const { command } = launch
  await checkWorkingFolder(launch)
  if (command === '') throw notFound(say('mcp.commandEmpty'))
  if (command.includes('\0')) throw notFound(say('mcp.commandZero'))
  return isPath(command)
    ? await findAtPath(path.resolve(launch.cwd ?? process.cwd(), command), environment)
    : { file: await requireOnSearchPath(command, environment), args: [] }
}

function notFound(said: Said): HostError {
  return new HostError('SERVER_COMMAND_NOT_FOUND', said)
}

async function checkWorkingFolder(launch: StdioLaunch): Promise<void> {
  const { cwd } = launch
  if (cwd === null) return
  const found = await stat(cwd).catch(() => null)
  if (found === null) throw notFound(say('mcp.workingFolderMissing', { folder: cwd }))
  if (!found.isDirectory()) throw notFound(say('mcp.workingFolderIsFile', { folder: cwd }))
}

function isPath(command: string): boolean {
  return command.includes('/') || (process.platform === 'win32' && command.includes('\\'))
}

async function findAtPath(file: string, environment: Environment): Promise<Program> {
  for (const candidate of withExtensions(file, environment)) {
    const finding = await examine(candidate)
    if (finding === 'program') return { file: candidate, args: [] }
    if (finding === 'not executable') return await findInterpreter(candidate, environment)
  }
  throw notFound(say('mcp.commandMissing', { command: file }))
}

async function findInterpreter(script: string, environment: Environment): Promise<Program> {
  const interpreter = interpreters[path.extname(script).toLowerCase()]
  if (interpreter === undefined) throw notFound(say('mcp.notExecutable', { script }))
  for (const name of interpreter.names) {
    const file = await findOnSearchPath(name, environment)
    if (file !== null) return { file, args: [...interpreter.args, script] }
  }
  const [program = ''] = interpreter.names
  throw notFound(say('mcp.interpreterMissing', { script, program, searched: searched(environment) }))
}

async function requireOnSearchPath(command: string, environment: Environment): Promise<string> {
  const file = await findOnSearchPath(command, environment)
  if (file !== null) return file
  throw notFound(say('mcp.commandNotFound', { command, searched: searched(environment) }))
}

async function findOnSearchPath(command: string, environment: Environment): Promise<string | null> {
  for (const folder of searchPath(environment)) {
    for (const candidate of withExtensions(path.join(folder, command), environment)) {
      if ((await examine(candidate)) === 'program') return candidate
    }
  }
  return null
}

function searched(environment: Environment): Said {
  const folders = searchPath(environment)
  return folders.length === 0
    ? say('mcp.pathEmpty')
    : say('mcp.foldersSearched', { folders: folders.join(', ') })
}

/** Folders of PATH in order. Relative ones are left out: what they mean depends on the working folder. */
function searchPath(environment: Environment): string[] {
  const value = Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
  return [...new Set(value.split(path.delimiter).filter((folder) => path.isAbsolute(folder)))]
}

function withExtensions(file: string, environment: Environment): string[] {
  if (process.platform !== 'win32' || path.extname(file) !== '') return [file]
  const extensions = environment['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD'
  return extensions.split(';').map((extension) => file + extension)
}

async function examine(file: string): Promise<Finding> {
  const found = await stat(file).catch(() => null)
  if (found === null || !found.isFile()) return 'missing'
  return access(file, constants.X_OK).then(
    () => 'program',
    () => 'not executable'
  )
}
