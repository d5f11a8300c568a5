/**
 * Finds the program of a server: on Parley's search path, else on the login shell's and in the folders of
 * installers, which are looked up once. A start from a terminal costs nothing more, and a start from the desktop finds
 * the user's programs.
 */
import { HostError, toLocalizedText } from '../../../base/host-error'
import { ownNodeCommand } from '../../../contract/servers/own-node'
import type { LocalizedText } from '../../../contract/localized-text'
import { say, sentences } from '../../../texts/render-localized'
import type { StdioLaunch } from '../../interface'
import { NotOnSearchPath, resolveCommand, type Program } from './command-resolution'
import type { RemotePathGuard } from './remote-path-guard'
import { adviseMissingProgram } from './missing-program-advice'
import type { FindBuiltInNode } from './built-in-node/built-in-node'
import { serverEnvironment, type HostEnvironment } from './server-environment'

export interface FoundProgram {
  readonly program: Program
  /** The environment for the server, with the search path on which its program was found. */
  readonly environment: Record<string, string>
  /** True for the Node that Parley includes. */
  readonly isOwn: boolean
  /** A note for the user; null if none. */
  readonly note: LocalizedText | null
}

export interface ProgramSearch {
  readonly platform: NodeJS.Platform
  /** @throws HostError SERVER_COMMAND_NOT_FOUND with the searched places, a similar program, and what to install */
  find(launch: StdioLaunch, guard: RemotePathGuard): Promise<FoundProgram>
}

export interface ProgramSearchOptions {
  /** The environment from which servers inherit a few variables. */
  readonly hostEnvironment: HostEnvironment
  readonly platform?: NodeJS.Platform
  /** Additional folders to search. Absent: none. */
  readonly findProgramFolders?: (() => Promise<readonly string[]>) | undefined
  readonly findOwnNode: FindBuiltInNode
}

type Found = Pick<FoundProgram, 'program' | 'environment'>
type Find = (launch: StdioLaunch, guard: RemotePathGuard) => Promise<Found>

export function createProgramSearch(options: ProgramSearchOptions): ProgramSearch {
  const { platform = process.platform } = options
  const findHere = createFind(options)
  return {
    platform,
    find: async (launch, guard) =>
      launch.command === ownNodeCommand
        ? await findOwn(launch, guard, { ...options, platform, findHere })
        : { ...(await findHere(launch, guard)), isOwn: false, note: null }
  }
}

/** If Parley includes none, uses the Node of this computer and notes why. */
async function findOwn(
  launch: StdioLaunch,
  guard: RemotePathGuard,
  options: ProgramSearchOptions & { readonly platform: NodeJS.Platform; readonly findHere: Find }
): Promise<FoundProgram> {
  const { hostEnvironment, platform, findOwnNode, findHere } = options
  const own = await findOwnNode()
  if ('file' in own) {
    const environment = { ...serverEnvironment(hostEnvironment, launch.env, platform), ...own.environment }
    const program = await resolveCommand({ ...launch, command: own.file }, { environment, platform, guard })
    return { program, environment, isOwn: true, note: null }
  }
  try {
    const found = await findHere({ ...launch, command: 'node' }, guard)
    const note = say('mcp.ownNodeElsewhere', { reason: own.reason, file: found.program.file })
    return { ...found, isOwn: false, note }
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'SERVER_COMMAND_NOT_FOUND') throw error
    throw new HostError(error.code, sentences(own.reason, toLocalizedText(error)), { cause: error })
  }
}

/** Finds a program on this computer. */
function createFind(options: ProgramSearchOptions): Find {
  const { hostEnvironment, platform = process.platform, findProgramFolders } = options
  let more: Promise<readonly string[]> | null = null
  const places = () => (more ??= findProgramFolders?.().catch(() => []) ?? Promise.resolve([]))
  return async (launch, guard) => {
    const own = serverEnvironment(hostEnvironment, launch.env, platform)
    const look = async (candidate: Record<string, string>): Promise<Found> => {
      const program = await resolveCommand(launch, { environment: candidate, platform, guard })
      return { program, environment: candidate }
    }
    // A search path in the entry is used without additions.
    const isFixed = findProgramFolders === undefined || pathName(launch.env) !== undefined
    if (isFixed || !isBare(own, platform)) {
      const found = await unlessMissing(look(own))
      if (!(found instanceof NotOnSearchPath)) return found
      if (isFixed) throw await adviseMissingProgram(found, { environment: own, platform, guard })
    }
    const wider = withPlaces(own, await places(), platform)
    const found = await unlessMissing(look(wider))
    if (found instanceof NotOnSearchPath)
      throw await adviseMissingProgram(found, { environment: wider, platform, guard })
    return found
  }
}

async function unlessMissing(looking: Promise<Found>): Promise<Found | NotOnSearchPath> {
  try {
    return await looking
  } catch (error) {
    if (error instanceof NotOnSearchPath) return error
    throw error
  }
}

function pathName(environment: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(environment).find((name) => name.toUpperCase() === 'PATH')
}

/**
 * True for the search path of apps that the desktop of macOS starts. Programs on it may be substitutes of the system.
 */
function isBare(environment: Readonly<Record<string, string>>, platform: NodeJS.Platform): boolean {
  const path = environment[pathName(environment) ?? ''] ?? ''
  return platform === 'darwin' && path.split(':').every((folder) => /^(?:\/usr)?\/s?bin$|^$/.test(folder))
}

/** Appends them, so that programs that were found before are still found. */
function withPlaces(
  environment: Record<string, string>,
  places: readonly string[],
  platform: NodeJS.Platform
): Record<string, string> {
  const sign = platform === 'win32' ? ';' : ':'
  const name = pathName(environment) ?? 'PATH'
  const own = (environment[name] ?? '').split(sign).filter((folder) => folder !== '')
  const all = isBare(environment, platform) ? [...places, ...own] : [...own, ...places]
  return { ...environment, [name]: [...new Set(all)].join(sign) }
}
