/**
 * The files that a stdio server runs: its program with links resolved, the interpreter in its first line, the scripts
 * among its arguments, and the packages of a runner on this computer. Nothing is run to find them. Files that these
 * load are not included.
 */
import { readInterpreter } from '../../../base/interpreter'
import { playCommand } from '../../../contract/servers/own-node'
import type { ProgramFile } from '../../../contract/server-act'
import type { InspectedProgram, ProgramToInspect, UnseenProgram } from '../../interface'
import { readPlayedRecording } from '../played-recording'
import { findOnSearchPath } from './command-resolution'
import type { Where } from './command-resolution'
import { findFile, readFile, recallFiles } from './file-hashes'
import { createRemotePathGuard, RemotePathError, permissiveGuard, locateIn } from './remote-path-guard'
import type { RemotePathGuard } from './remote-path-guard'
import type { SandboxedPackages } from './sandboxed-packages'
import { findProgramPackages } from './program-packages'
import { findPackages } from './package-pins'
import type { FoundPackage } from './package-pins'
import { isInterpreter, findScripts } from './scripts-in-arguments'
import type { FoundProgram, ProgramSearch } from './program-search'

const mostFiles = 20
/** Paths that arguments may name, existing or not. */
const mostLooks = 1_000

/**
 * Paths on other computers are not accessed, and the result has nothing about the program then. @throws HostError as
 * `ProgramSearch.find`
 */
export async function inspectProgram(
  target: ProgramToInspect,
  search: ProgramSearch,
  packages: SandboxedPackages | null = null
): Promise<InspectedProgram | UnseenProgram> {
  const guard = target.mayContact ? permissiveGuard : createRemotePathGuard(search.platform)
  try {
    if (target.command === playCommand) return await inspectRecording(target, guard)
    const found = await search.find({ transport: 'stdio', ...target }, guard)
    const { environment } = found
    const where = { environment, platform: search.platform, guard }
    const own = packages === null ? null : await findProgramPackages(target, packages)
    return await inspect(target, found, { ...where, packages: own ?? (await findPackages(target, where)) })
  } catch (error) {
    if (error instanceof RemotePathError) return { elsewhere: error.place }
    throw error
  }
}

/** Its answers count as its program. */
async function inspectRecording(target: ProgramToInspect, guard: RemotePathGuard): Promise<InspectedProgram> {
  const watched = createWatched(guard)
  const { file } = readPlayedRecording(target)
  if (file !== null) await watched.add('script', file)
  return { files: watched.files, packages: [] }
}

async function inspect(
  target: ProgramToInspect,
  { program, isOwn }: Pick<FoundProgram, 'program' | 'isOwn'>,
  { packages, ...where }: Where & { readonly packages: readonly FoundPackage[] }
): Promise<InspectedProgram> {
  const { args, command, known } = target
  const { platform } = where
  recallFiles(known)
  const watched = createWatched(where.guard)
  // Parley checks its own Node, which is updated with Parley.
  const file = isOwn ? null : await watched.add('program', program.file)
  if (file !== null) await addInterpreters(file, watched, where)
  const folder = locateIn(process.cwd(), target.cwd ?? '', platform)
  const run = { folder, platform, isInterpreter: isInterpreter(program.file, command) }
  let looks = 0
  for (const script of findScripts([...program.args, ...args], run)) {
    looks += 1
    if (looks > mostLooks) watched.isCut = true
    if (watched.isCut) break
    await watched.add('script', script)
  }
  for (const { entry } of packages) if (entry !== null) await watched.add('package', entry)
  return {
    files: watched.files,
    packages: packages.map(({ entry: _entry, ...pin }) => pin),
    ...(watched.isCut && { isCut: true })
  }
}

interface Watched {
  readonly files: ProgramFile[]
  /** True if there are more files than are watched. */
  isCut: boolean
  /** Returns its real path; null if the file doesn't exist. Each file counts once, missing ones not at all. */
  readonly add: (role: ProgramFile['role'], file: string) => Promise<string | null>
}

function createWatched(guard: RemotePathGuard): Watched {
  const watched: Watched = {
    files: [],
    isCut: false,
    add: async (role, file) => {
      guard(file)
      const real = await findFile(file)
      if (real === null || watched.files.some(({ path: other }) => other === real)) return real
      if (role === 'script' && watched.files.length >= mostFiles) {
        watched.isCut = true
        return real
      }
      const found = await readFile(role, real)
      if (found !== null) watched.files.push(found)
      return real
    }
  }
  return watched
}

const mostInterpreters = 4

/** `#!/usr/bin/env node`: the interpreter runs, and possibly the interpreter of that one. */
async function addInterpreters(file: string, watched: Watched, where: Where): Promise<void> {
  if (where.platform === 'win32') return
  const find = async (name: string) => (await findOnSearchPath(name, where))?.file ?? null
  let script: string | null = file
  for (let depth = 0; script !== null && depth < mostInterpreters; depth += 1) {
    const interpreter = await readInterpreter(script, find)
    script = interpreter === null ? null : await watched.add('program', interpreter)
  }
}
