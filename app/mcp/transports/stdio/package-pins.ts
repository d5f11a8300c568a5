/**
 * Finds out what a package runner fetches: which package, whether its version is fixed, and what is already on this
 * computer. Reads only arguments, caches and `node_modules`; nothing is run or contacted.
 */
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { PackagePin } from '../../../contract/server-act'
import type { ProgramToInspect } from '../../interface'
import type { Where } from './command-resolution'
import { locateIn } from './remote-path-guard'

/** `entry`: the file that the runner would start; null if unknown. */
export type FoundPackage = PackagePin & { readonly entry: string | null }

interface Runner {
  /** Options that name the package. Without them it is the first argument that is no option. */
  readonly named: readonly string[]
  /** Options that take a value. */
  readonly valued: readonly string[]
  readonly kind: 'node' | 'python' | 'image'
}

const nodeRunner: Runner = {
  named: ['-p', '--package'],
  valued: ['-c', '--call', '--registry', '--cache', '--userconfig', '--prefix', '-w', '--workspace'],
  kind: 'node'
}
const pythonRunner: Runner = {
  named: ['--from', '--spec'],
  valued: ['-p', '--python', '--with', '--with-editable', '--index', '--index-url', '--default-index', '--extra-index-url', '--directory', '--project', '--env-file', '--cache-dir', '--pip-args'], // prettier-ignore
  kind: 'python'
}
const imageRunner: Runner = {
  named: [],
  valued: ['-e', '--env', '--env-file', '-v', '--volume', '--mount', '-p', '--publish', '--name', '--network', '--net', '-u', '--user', '-w', '--workdir', '--entrypoint', '-l', '--label', '--platform', '--pull', '--cpus', '-m', '--memory', '--add-host', '--cap-add', '--cap-drop', '--device', '--dns', '--gpus', '-h', '--hostname', '--ip', '--ipc', '--link', '--log-driver', '--pid', '--restart', '--runtime', '--security-opt', '--shm-size', '--tmpfs', '--ulimit', '--volumes-from'], // prettier-ignore
  kind: 'image'
}

/** By program: the subcommands before the package; null if there are none. */
const runners: Readonly<Record<string, { readonly verbs: RegExp | null; readonly runner: Runner }>> = {
  npx: { verbs: null, runner: nodeRunner },
  bunx: { verbs: null, runner: nodeRunner },
  pnpx: { verbs: null, runner: nodeRunner },
  npm: { verbs: /^(?:exec|x)$/, runner: nodeRunner },
  pnpm: { verbs: /^dlx$/, runner: nodeRunner },
  yarn: { verbs: /^dlx$/, runner: nodeRunner },
  bun: { verbs: /^x$/, runner: nodeRunner },
  uvx: { verbs: null, runner: pythonRunner },
  uv: { verbs: /^(?:tool|run)$/, runner: pythonRunner },
  pipx: { verbs: /^run$/, runner: pythonRunner },
  docker: { verbs: /^run$/, runner: imageRunner },
  podman: { verbs: /^run$/, runner: imageRunner },
  nerdctl: { verbs: /^run$/, runner: imageRunner }
}

/**
 * True if the program may download before it runs anything: package runners, and those that install a project first.
 */
export function fetchesPackages(command: string, args: readonly string[]): boolean {
  const name = programName(command)
  const found = Object.hasOwn(runners, name) ? runners[name] : undefined
  if (found === undefined) return false
  return afterVerb(name, args, found.verbs) !== null || (name === 'uv' && args.includes('run'))
}

function programName(command: string): string {
  return path
    .basename(command.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|ps1)$/, '')
}

export async function findPackages(
  { command, args, cwd }: ProgramToInspect,
  where: Where
): Promise<readonly FoundPackage[]> {
  const name = programName(command)
  const found = Object.hasOwn(runners, name) ? runners[name] : undefined
  const rest = found === undefined ? null : afterVerb(name, args, found.verbs)
  if (found === undefined || rest === null) return []
  const { kind } = found.runner
  const specs = specsIn(rest, found.runner)
  if (kind === 'image') return specs.map((spec) => imageOf(name, spec))
  if (kind === 'python') return specs.map((spec) => pythonPackageOf(name, spec))
  return await Promise.all(
    specs.map((spec) => nodePackageOf({ runner: name, spec, specs, folder: cwd ?? process.cwd() }, where))
  )
}

/** Null if it isn't told to run a package. */
function afterVerb(program: string, args: readonly string[], verbs: RegExp | null): readonly string[] | null {
  if (verbs === null) return args
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const verb = args[at]
  if (verb === undefined || !verbs.test(verb)) return null
  if (program !== 'uv') return args.slice(at + 1)
  return verb === 'tool' && args[at + 1] === 'run' ? args.slice(at + 2) : null
}

function specsIn(args: readonly string[], { named, valued }: Runner): readonly string[] {
  const specs: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    const [option = '', inside] = arg.startsWith('--') ? arg.split(/=(.*)/s) : [arg]
    if (named.includes(option)) {
      specs.push(inside ?? args[(index += 1)] ?? '')
    } else if (arg === '--') {
      if (specs.length === 0) specs.push(args[index + 1] ?? '')
      break
    } else if (valued.includes(option)) {
      if (inside === undefined) index += 1
    } else if (!arg.startsWith('-')) {
      if (specs.length === 0) specs.push(arg)
      break
    }
  }
  return specs.filter((spec) => spec !== '' && spec !== '.').slice(0, 5)
}

function imageOf(runner: string, spec: string): FoundPackage {
  const [image = spec, digest] = spec.split('@')
  const at = image.lastIndexOf(':')
  const hasTag = at > image.lastIndexOf('/')
  const isFixed = digest !== undefined && /^sha256:[0-9a-f]{64}$/.test(digest)
  const name = hasTag ? image.slice(0, at) : image
  const version = hasTag ? image.slice(at + 1) : null
  const requested = digest ?? version
  return { runner, name, requested, isFixed, version: isFixed ? version : null, integrity: isFixed ? digest : null, entry: null } // prettier-ignore
}

function pythonPackageOf(runner: string, spec: string): FoundPackage {
  const [, name = spec, requested = ''] = /^([\w.-]+(?:\[[^\]]*\])?)\s*(.*)$/s.exec(spec) ?? []
  const fixed = /^(?:===?|@)\s*(\d[\w.!+-]*)$/.exec(requested)?.[1] ?? null
  const common = {
    runner,
    name,
    requested: requested === '' ? null : requested,
    integrity: null,
    entry: null
  }
  return { ...common, isFixed: fixed !== null, version: fixed }
}

interface NodePackage {
  readonly runner: string
  readonly spec: string
  /** All packages of the same run: they share a cache folder. */
  readonly specs: readonly string[]
  readonly folder: string
}

async function nodePackageOf(wanted: NodePackage, where: Where): Promise<FoundPackage> {
  const { runner, spec } = wanted
  const at = spec.lastIndexOf('@')
  const name = at > 0 ? spec.slice(0, at) : spec
  const requested = at > 0 ? spec.slice(at + 1) : null
  const isFixed = requested !== null && /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(requested)
  const pin = { runner, name, requested, isFixed }
  const nothing = { ...pin, version: isFixed ? requested : null, integrity: null, entry: null }
  if (!/^(?:@[\w.~-]+\/)?[\w.~-]+$/.test(name)) return nothing // a URL, a path, a file
  for (const root of placesOf(wanted, where)) {
    where.guard(root)
    const installed = await readInstalled(root, name)
    if (installed === null || (isFixed && installed.version !== requested)) continue
    return { ...pin, ...installed }
  }
  return nothing
}

/** Folders with a `node_modules` that the runner searches, in its order. */
function placesOf({ runner, specs, folder }: NodePackage, where: Where): readonly string[] {
  const places: string[] = []
  const isDlx = runner === 'pnpm' || runner === 'yarn' || runner === 'pnpx'
  for (let at = locateIn(process.cwd(), folder, where.platform); !isDlx; at = path.dirname(at)) {
    places.push(at)
    if (at === path.dirname(at)) break
  }
  if (runner === 'npx' || runner === 'npm') places.push(path.join(npmCache(where), '_npx', npxFolder(specs)))
  return places
}

function npmCache({ environment, platform }: Where): string {
  const chosen = Object.entries(environment).find(([name]) => name.toLowerCase() === 'npm_config_cache')?.[1]
  if (chosen !== undefined) return chosen
  const local = environment['LOCALAPPDATA']
  if (platform === 'win32' && local !== undefined) return path.join(local, 'npm-cache')
  return path.join(environment['HOME'] ?? os.homedir(), '.npm')
}

/** The name that npx gives the folder of a set of packages. */
function npxFolder(specs: readonly string[]): string {
  const sorted = specs.toSorted((one, other) => one.localeCompare(other, 'en'))
  return createHash('sha512').update(sorted.join('\n')).digest('hex').slice(0, 16)
}

const manifest = z.object({
  version: z.string().max(200),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional()
})
const lock = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().max(1_000).optional() }))
})

async function readInstalled(root: string, name: string) {
  const folder = path.join(root, 'node_modules', name)
  const found = manifest.safeParse(await readJson(path.join(folder, 'package.json')))
  if (!found.success) return null
  const { version, bin } = found.data
  const [first] = typeof bin === 'string' ? [bin] : Object.values(bin ?? {})
  const entry = first === undefined ? null : await realpath(path.join(folder, first)).catch(() => null)
  const locked = lock.safeParse(await readJson(path.join(root, 'node_modules', '.package-lock.json')))
  const integrity = locked.success ? (locked.data.packages[`node_modules/${name}`]?.integrity ?? null) : null
  return { version, integrity, entry }
}

const largestFile = 32 * 1_048_576

async function readJson(file: string): Promise<unknown> {
  try {
    const found = await stat(file)
    if (!found.isFile() || found.size > largestFile) return null
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}
