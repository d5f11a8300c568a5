/**
 * What a server may read because it is its own program: the file with every link to it, the runtime around it, the
 * interpreter in its first line, its scripts with the package that they belong to. Never the user's home, nor a folder
 * with unrelated content: then only the file.
 */
import { lstat, readlink, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { readInterpreter } from '../../base/interpreter'
import type { PlainStart } from '../interface'
import { countPathDepth, isWithin } from '../../base/path-parts'
import type { Mount } from './mounts'
import { systemFolders } from './system-places'
import { readWellKnown } from './well-known'

const mostLinks = 40
const mostInterpreters = 4
const mostParents = 12
/** Files that show that a folder is a separate project. */
const projectFiles = ['package.json', 'pyproject.toml', 'setup.py', 'pyvenv.cfg', 'deno.json']
/** Content of a folder where programs are installed. */
const installedParts = [
  'lib',
  'lib64',
  'libexec',
  'share',
  'pyvenv.cfg',
  'node_modules',
  'versions',
  'package.json'
]

export interface OwnProgram {
  /** The file to start. If a folder of its path is a link, the target of the link. */
  readonly file: string
  readonly folders: readonly Mount[]
  /** Mounted over what is open for writing: a server can't write its own program. */
  readonly files: readonly Mount[]
}

/** Folders of the user and of Parley. */
export interface Closed {
  readonly home: string
  readonly closed: readonly string[]
}

export async function findOwnProgram(start: PlainStart, closed: Closed): Promise<OwnProgram> {
  const mounts = createMounts(closed, await readWellKnown(closed.home))
  const file = await addProgram(start.file, mounts)
  let script: string | null = file
  for (let depth = 0; script !== null && depth < mostInterpreters; depth += 1) {
    const interpreter: string | null = await readInterpreter(script, (name) =>
      onSearchPath(name, start.environment)
    )
    if (interpreter !== null && depth === 0) await addScript(script, mounts)
    script = interpreter === null ? null : await addProgram(interpreter, mounts)
  }
  for (const each of start.scripts) await addScript(each, mounts)
  return { file, folders: mounts.folders, files: mounts.files }
}

interface Mounts {
  readonly folders: readonly Mount[]
  readonly files: readonly Mount[]
  /** No package is searched for above these. */
  readonly ends: readonly string[]
  readonly add: (mount: Mount) => void
  /** False if it contains more than a program. */
  readonly addFolder: (folder: string) => boolean
}

function createMounts({ home, closed }: Closed, isWellKnown: (folder: string) => boolean): Mounts {
  const folders: Mount[] = []
  const files: Mount[] = []
  return {
    folders,
    files,
    ends: [home, ...closed],
    add: (mount) => {
      if (!isOfSystem(mount.path)) files.push(mount)
    },
    addFolder: (folder) => {
      if (isOfSystem(folder)) return true
      if (isWithin(home, folder) || countPathDepth(folder) < 2 || isWellKnown(folder)) return false
      folders.push({ kind: 'read', path: folder })
      return true
    }
  }
}

function isOfSystem(place: string): boolean {
  return systemFolders.some((folder) => isWithin(place, folder))
}

/** The path to start it by. */
async function addProgram(named: string, mounts: Mounts): Promise<string> {
  let file = await inRealFolder(named)
  const first = file
  for (let count = 0; count < mostLinks; count += 1) {
    const folder = path.dirname(file)
    const around = path.dirname(folder)
    const isInBin = /^(?:s?bin|shims|Scripts)$/.test(path.basename(folder))
    // A folder of programs among other content opens nothing next to it.
    if (!isInBin || !(await hasAny(around, installedParts)) || !mounts.addFolder(around))
      mounts.addFolder(folder)
    const target = await readlink(file).catch(() => null)
    if (target === null) {
      mounts.add({ kind: 'read', path: file })
      return first
    }
    mounts.add({ kind: 'link', path: file, target })
    file = await inRealFolder(path.resolve(folder, target))
  }
  return first
}

/**
 * With links among its folders resolved and its own link kept: Python searches for its packages next to the link that
 * it is started by.
 */
async function inRealFolder(file: string): Promise<string> {
  const folder = await realpath(path.dirname(file)).catch(() => path.dirname(file))
  return path.join(folder, path.basename(file))
}

async function addScript(named: string, mounts: Mounts): Promise<void> {
  const found = await stat(named).catch(() => null)
  if (found === null || !found.isFile()) return
  const real = await realpath(named)
  for (const file of new Set([named, real])) {
    if (!(await addProject(file, mounts))) mounts.addFolder(path.dirname(file))
    // Nothing can be mounted over a link: it is broken while the sandbox is set up.
    const isLink = (await lstat(file)).isSymbolicLink()
    mounts.add(isLink ? { kind: 'link', path: file, target: real } : { kind: 'read', path: file })
  }
}

/** The package that the file belongs to, and all packages that it can load. */
async function addProject(file: string, mounts: Mounts): Promise<boolean> {
  const [before = '', inside] = file.split('/node_modules/')
  if (inside !== undefined) return mounts.addFolder(`${before}/node_modules`)
  let folder = path.dirname(file)
  let hasProject = false
  for (
    let count = 0;
    count < mostParents && countPathDepth(folder) > 0 && !mounts.ends.includes(folder);
    count += 1
  ) {
    if (!hasProject && (await hasAny(folder, projectFiles))) hasProject = mounts.addFolder(folder)
    else if (await hasAny(folder, ['node_modules'])) mounts.addFolder(path.join(folder, 'node_modules'))
    folder = path.dirname(folder)
  }
  return hasProject
}

async function hasAny(folder: string, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(names.map((name) => lstat(path.join(folder, name)).catch(() => null)))
  return found.some((each) => each !== null)
}

/** Where a script finds its interpreter by name. */
async function onSearchPath(
  name: string,
  environment: Readonly<Record<string, string>>
): Promise<string | null> {
  const folders = (environment['PATH'] ?? '').split(':').filter((folder) => path.isAbsolute(folder))
  for (const folder of folders) {
    const candidate = path.join(folder, name)
    if ((await stat(candidate).catch(() => null))?.isFile() === true) return candidate
  }
  return null
}
