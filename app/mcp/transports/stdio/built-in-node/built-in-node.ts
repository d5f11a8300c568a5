/**
 * The Node that Parley includes: Electron's own program can run as Node. If a package disables that with a fuse, so
 * that no other program runs code as Parley, a copy without the fuse is kept in Parley's data folder. For the system
 * the copy is another program, which only runs what it is given. If the copy differs in anything else, it is created
 * again.
 */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { LocalizedText } from '../../../../contract/localized-text'
import { say } from '../../../../texts/render-localized'
import { isEqualExceptFuses, findFuses, neededFuses } from './fuses'

export interface BuiltInNode {
  readonly file: string
  /** The variables that make the program a Node. */
  readonly environment: Readonly<Record<string, string>>
}

export interface NoBuiltInNode {
  readonly reason: LocalizedText
}

/** Resolves to the same result for all callers. The first call finds it out. */
export type FindBuiltInNode = () => Promise<BuiltInNode | NoBuiltInNode>

export interface BuiltInNodeOptions {
  /** The folder for the copy; absent: no copy is made. */
  readonly folder: string | undefined
  readonly executable?: string
  readonly platform?: NodeJS.Platform
  readonly isElectron?: boolean
}

const asNode = { ELECTRON_RUN_AS_NODE: '1' }
/** Files next to Electron's program that it loads when it runs as Node. Each system has only some of them. */
const beside = ['libffmpeg.so', 'ffmpeg.dll', 'icudtl.dat', 'v8_context_snapshot.bin', 'snapshot_blob.bin']
const trialMs = 30_000

export function createBuiltInNode({
  folder,
  executable = process.execPath,
  platform = process.platform,
  isElectron = 'electron' in process.versions
}: BuiltInNodeOptions): FindBuiltInNode {
  let finding: Promise<BuiltInNode | NoBuiltInNode> | null = null
  const find = async (): Promise<BuiltInNode | NoBuiltInNode> => {
    if (!isElectron) return { file: executable, environment: {} }
    // Its program is signed as a whole; the system would end a changed copy.
    if (platform === 'darwin') return { reason: say('mcp.ownNodeNotHere') }
    const fuses = await findFuses(executable)
    if (fuses === null) return { reason: say('mcp.ownNodeUnknown') }
    if (fuses.areOn) return { file: executable, environment: asNode }
    if (folder === undefined) return { reason: say('mcp.ownNodeNotHere') }
    const file = await copyOf(executable, { folder, platform, at: fuses.at })
    return { file, environment: asNode }
  }
  return () =>
    (finding ??= find().catch((error: unknown) => {
      // Try again at the next start: the disk may have been full.
      finding = null
      return { reason: say('mcp.ownNodeFailed', { words: (error as Error).message }) }
    }))
}

interface Copy {
  readonly folder: string
  readonly platform: NodeJS.Platform
  /** The position of the fuses. */
  readonly at: number
}

async function copyOf(executable: string, { folder, platform, at }: Copy): Promise<string> {
  const { size } = await stat(executable)
  const name = `node-${process.versions.node}-${size}`
  const program = platform === 'win32' ? 'node.exe' : 'node'
  const file = path.join(folder, name, program)
  if (await isCopy(executable, file, at)) return file
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Also copies of earlier releases. Running programs keep working.
  for (const old of await readdir(folder)) await rm(path.join(folder, old), { recursive: true, force: true })
  const waiting = path.join(folder, '.new')
  await mkdir(waiting, { mode: 0o700 })
  const made = path.join(waiting, program)
  await duplicate(executable, made)
  for (const each of beside) await duplicateIfThere(path.join(path.dirname(executable), each), waiting)
  await switchOn(made, at)
  await chmod(made, 0o755)
  // If the system refuses the copy, that is noticed here and not with the first server.
  await promisify(execFile)(made, ['-p', '1'], { env: asNode, timeout: trialMs })
  await rename(waiting, path.join(folder, name))
  return file
}

/** Doesn't compare the libraries: an attacker who can change them could change the settings too. */
async function isCopy(executable: string, file: string, at: number): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  if (found === null) return false
  return await isEqualExceptFuses(executable, file, neededFuses(at))
}

/** If the file system supports it, the copy uses no additional space. */
async function duplicate(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
}

async function duplicateIfThere(from: string, folder: string): Promise<void> {
  const found = await stat(from).catch(() => null)
  if (found !== null) await duplicate(from, path.join(folder, path.basename(from)))
}

async function switchOn(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    for (const [place, value] of neededFuses(at)) await handle.write(Buffer.from([value]), 0, 1, place)
  } finally {
    await handle.close()
  }
}
