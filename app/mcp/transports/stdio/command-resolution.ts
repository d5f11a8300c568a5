/**
 * Finds the program of a stdio server before a process starts, so that a wrong command is reported with the searched
 * folders and not with the system's short error.
 */
import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { HostError } from '../../../base/host-error'
import type { StdioLaunch } from '../../interface'
import type { LocalizedText } from '../../../contract/localized-text'
import { say } from '../../../texts/render-localized'
import { findBatchScript } from './batch-file'
import { locateIn } from './remote-path-guard'
import type { RemotePathGuard } from './remote-path-guard'

type Environment = Readonly<Record<string, string>>
type Finding = 'program' | 'batch file' | 'not executable' | 'missing'

export interface Where {
  readonly environment: Environment
  readonly platform: NodeJS.Platform
  /** Called with every path before it is accessed. */
  readonly guard: RemotePathGuard
}

/** The file to start, and arguments that precede the entry's. */
export interface Program {
  readonly file: string
  readonly args: readonly string[]
}

/**
 * What runs a file that isn't executable: names to search for, the usual one first, and the arguments before the file.
 */
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

/** The program isn't on the search path, but may be in another folder of this computer. */
export class NotOnSearchPath extends HostError {
  readonly program: string
  /** The message that it is missing, without advice. */
  readonly lost: LocalizedText
  readonly searched: LocalizedText

  constructor(
    text: LocalizedText,
    missing: { readonly program: string; readonly lost: LocalizedText; readonly searched: LocalizedText }
  ) {
    super('SERVER_COMMAND_NOT_FOUND', text)
    this.program = missing.program
    this.lost = missing.lost
    this.searched = missing.searched
  }
}

/**
 * The program of the launch's command, by its absolute path. A script that isn't executable is run by the interpreter
 * for its extension.
 * @throws HostError SERVER_COMMAND_NOT_FOUND naming the command and every searched folder, or the missing working
 * folder
 */
export async function resolveCommand(launch: StdioLaunch, where: Where): Promise<Program> {
  const { platform } = where
  const { command } = launch
  await checkWorkingFolder(launch, where)
  if (command === '') throw notFound(say('mcp.commandEmpty'))
  if (command.includes('\0')) throw notFound(say('mcp.commandZero'))
  return isPath(command, platform)
    ? await findAtPath(locateIn(launch.cwd ?? process.cwd(), command, platform), where)
    : await requireOnSearchPath(command, where)
}

function notFound(text: LocalizedText): HostError {
  return new HostError('SERVER_COMMAND_NOT_FOUND', text)
}

async function checkWorkingFolder({ cwd }: StdioLaunch, { guard }: Where): Promise<void> {
  if (cwd === null) return
  guard(cwd)
  const found = await stat(cwd).catch(() => null)
  if (found === null) throw notFound(say('mcp.workingFolderMissing', { folder: cwd }))
  if (!found.isDirectory()) throw notFound(say('mcp.workingFolderIsFile', { folder: cwd }))
}

function isPath(command: string, platform: NodeJS.Platform): boolean {
  return command.includes('/') || (platform === 'win32' && command.includes('\\'))
}

async function findAtPath(file: string, where: Where): Promise<Program> {
  for (const candidate of withExtensions(file, where)) {
    const finding = await examine(candidate, where)
    if (finding === 'program') return { file: candidate, args: [] }
    if (finding === 'batch file') return await findScript(candidate, where)
    if (finding === 'not executable') return await findInterpreter(candidate, where)
  }
  throw notFound(say('mcp.commandMissing', { command: file }))
}

async function findInterpreter(script: string, where: Where): Promise<Program> {
  const interpreter = interpreters[path.extname(script).toLowerCase()]
  if (interpreter === undefined) throw notFound(say('mcp.notExecutable', { script }))
  for (const name of interpreter.names) {
    const program = await findOnSearchPath(name, where)
    if (program !== null) return { file: program.file, args: [...program.args, ...interpreter.args, script] }
  }
  const [program = ''] = interpreter.names
  const lost = say('mcp.interpreterLost', { script, program })
  const whole = say('mcp.interpreterMissing', { script, program, searched: searched(where) })
  throw new NotOnSearchPath(whole, { program, lost, searched: searched(where) })
}

async function requireOnSearchPath(command: string, where: Where): Promise<Program> {
  const program = await findOnSearchPath(command, where)
  if (program !== null) return program
  const lost = say('mcp.commandLost', { command })
  const whole = say('mcp.commandNotFound', { command, searched: searched(where) })
  throw new NotOnSearchPath(whole, { program: command, lost, searched: searched(where) })
}

export async function findOnSearchPath(command: string, where: Where): Promise<Program | null> {
  for (const folder of searchedFolders(where)) {
    for (const candidate of withExtensions(path.join(folder, command), where)) {
      const finding = await examine(candidate, where)
      if (finding === 'program') return { file: candidate, args: [] }
      if (finding === 'batch file') return await findScript(candidate, where)
    }
  }
  return null
}

function searched(where: Where): LocalizedText {
  const folders = searchedFolders(where)
  return folders.length === 0
    ? say('mcp.pathEmpty')
    : say('mcp.foldersSearched', { folders: folders.join(', ') })
}

/** Folders of PATH in order. Relative ones are left out, because their meaning depends on the working folder. */
export function searchedFolders(where: Where): string[] {
  const value = Object.entries(where.environment).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
  const paths = where.platform === 'win32' ? path.win32 : path.posix
  return [...new Set(value.split(paths.delimiter).filter((folder) => paths.isAbsolute(folder)))]
}

function withExtensions(file: string, where: Where): string[] {
  if (where.platform !== 'win32') return [file]
  const extensions = (where.environment['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')
  // A dot needn't begin an extension: `python3.12` is `python3.12.exe`.
  return [...(path.extname(file) === '' ? [] : [file]), ...extensions.map((extension) => file + extension)]
}

/** Resolves the batch file of a package manager: Node next to it, or else on the search path, and its script. */
async function findScript(file: string, where: Where): Promise<Program> {
  const script = findBatchScript(await readFile(file, 'utf8'), file)
  if (script === null) throw notFound(say('mcp.batchFile', { file }))
  const beside = path.join(path.dirname(file), 'node.exe')
  if ((await examine(beside, where)) === 'program') return { file: beside, args: [script] }
  return await findInterpreter(script, where)
}

/** Windows starts two kinds of files directly and passes all others to a shell. */
const windowsFindings: Readonly<Record<string, Finding>> = {
  '.exe': 'program',
  '.com': 'program',
  '.bat': 'batch file',
  '.cmd': 'batch file'
}

async function examine(file: string, { platform, guard }: Where): Promise<Finding> {
  guard(file)
  const found = await stat(file).catch(() => null)
  if (found === null || !found.isFile()) return 'missing'
  if (platform === 'win32') return windowsFindings[path.extname(file).toLowerCase()] ?? 'not executable'
  return access(file, constants.X_OK).then(
    () => 'program',
    () => 'not executable'
  )
}
