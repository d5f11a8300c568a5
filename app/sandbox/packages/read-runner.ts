/**
 * Parses a command that downloads and runs a package, so that a sandboxed server's package can be downloaded first,
 * separately, and run without network after that. An unclear command is refused, not guessed. Pure.
 */
import path from 'node:path'
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** One package of a registry. */
export interface WantedPackage {
  readonly name: string
  /** A version, a range or a tag; null: the newest. For Python with its operator: `==1.2`. */
  readonly range: string | null
}

export interface PackageCall {
  readonly kind: 'node' | 'python'
  /** `npx`, `npm`, `uvx` or `uv`. */
  readonly runner: string
  /** The first one is run if `program` is null. */
  readonly packages: readonly [WantedPackage, ...WantedPackage[]]
  /** Name of the program among the programs of the packages; null: the package's own. */
  readonly program: string | null
  readonly args: readonly string[]
  /** Address of the registry, if the command names it. */
  readonly registry: string | null
  /** The Python version, if the command names one. */
  readonly python: string | null
  /** Install scripts of the packages are run. Absent: they aren't. */
  readonly mayInstall?: boolean
}

/**
 * Null: it runs no package.
 * @throws HostError SERVER_NOT_CONTAINED: it can't be run in a sandbox, and why
 */
export function readRunner(command: string, args: readonly string[]): PackageCall | null {
  const runner = path.basename(command)
  switch (runner) {
    case 'npx':
      return nodeCall(runner, args)
    case 'npm':
      return /^(?:exec|x)$/.test(args[0] ?? '') ? nodeCall(runner, args.slice(1)) : null
    case 'uvx':
      return pythonCall(runner, args)
    case 'uv':
      return args[0] === 'tool' && args[1] === 'run' ? pythonCall(runner, args.slice(2)) : null
    default:
      return otherRunner(runner, args)
  }
}

/** Runners that can't be run in two steps: the argument with which they run a package, and what to use instead. */
const otherRunners: Readonly<Record<string, { readonly verb: RegExp | null; readonly use: string }>> = {
  bunx: { verb: null, use: 'npx' },
  pnpx: { verb: null, use: 'npx' },
  bun: { verb: /^x$/, use: 'npx' },
  pnpm: { verb: /^dlx$/, use: 'npx' },
  yarn: { verb: /^dlx$/, use: 'npx' },
  pipx: { verb: /^run$/, use: 'uvx' }
}
const containers = /^(?:docker|podman|nerdctl)$/

function otherRunner(runner: string, args: readonly string[]): null {
  if (containers.test(runner)) throw refused(say('containment.runnerOfContainers', { runner }))
  const other = Object.hasOwn(otherRunners, runner) ? otherRunners[runner] : undefined
  if (other === undefined) return null
  if (other.verb !== null && !other.verb.test(args[0] ?? '')) return null
  throw refused(say('containment.runnerUnknown', { runner, use: other.use }))
}

interface Options {
  /** Without a value, and without a meaning here. */
  readonly idle: RegExp
  /** The meaning of options with a value. */
  readonly valued: Readonly<Record<string, 'package' | 'more' | 'registry' | 'python'>>
}

const nodeOptions: Options = {
  idle: /^(?:-y|--yes|-q|--quiet|--silent|-s|--prefer-offline|--prefer-online|--offline|--ignore-existing|--ignore-scripts|--loglevel=\w+)$/,
  valued: { '-p': 'package', '--package': 'package', '--registry': 'registry' }
}
const pythonOptions: Options = {
  idle: /^(?:-q|--quiet|-v|--verbose|-U|--upgrade|--refresh|--isolated|--no-cache|-n|--no-progress|--no-config|--offline|--native-tls)$/,
  valued: {
    '--from': 'package',
    '--with': 'more',
    '--index-url': 'registry',
    '-i': 'registry',
    '--default-index': 'registry',
    '-p': 'python',
    '--python': 'python'
  }
}

interface Read {
  readonly named: Record<'package' | 'more' | 'registry' | 'python', string[]>
  /** From the first argument that isn't an option on. */
  readonly rest: readonly string[]
}

function readOptions(runner: string, args: readonly string[], { idle, valued }: Options): Read {
  const named: Read['named'] = { package: [], more: [], registry: [], python: [] }
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (arg === '--') return { named, rest: args.slice(index + 1) }
    if (!arg.startsWith('-')) return { named, rest: args.slice(index) }
    const [option = '', inside] = arg.startsWith('--') ? arg.split(/=(.*)/s) : [arg]
    const meaning = Object.hasOwn(valued, option) ? valued[option] : undefined
    if (meaning === undefined) {
      if (!idle.test(arg)) throw refused(say('containment.runnerOption', { runner, option: arg }))
      continue
    }
    if (inside === undefined) index += 1
    named[meaning].push(inside ?? args[index] ?? '')
  }
  return { named, rest: [] }
}

function nodeCall(runner: string, all: readonly string[]): PackageCall {
  const { named, rest } = readOptions(runner, all, nodeOptions)
  const [first, ...others] = rest
  if (first === undefined) throw refused(say('containment.runnerNothing', { runner }))
  const specs = named.package.length > 0 ? named.package : [first]
  const packages = specs.map((spec) => nodePackage(runner, spec)) as [WantedPackage, ...WantedPackage[]]
  // npm treats what follows as its own options, up to these.
  const args = runner === 'npm' && others[0] === '--' ? others.slice(1) : others
  const program = named.package.length > 0 ? programName(runner, first) : null
  return {
    kind: 'node',
    runner,
    packages,
    program,
    args,
    registry: named.registry.at(-1) ?? null,
    python: null
  }
}

function nodePackage(runner: string, spec: string): WantedPackage {
  const [, name, range = null] =
    /^((?:@[\w.~-]+\/)?[\w~][\w.~-]*)(?:@([\w.~^<>=|* +-]{1,200}))?$/.exec(spec) ?? []
  if (name === undefined) throw refused(say('containment.runnerPlace', { runner, spec }))
  return { name, range }
}

function pythonCall(runner: string, all: readonly string[]): PackageCall {
  const { named, rest } = readOptions(runner, all, pythonOptions)
  const [first, ...args] = rest
  if (first === undefined) throw refused(say('containment.runnerNothing', { runner }))
  const [from] = named.package.slice(-1)
  const packages = [from ?? first, ...named.more].map((spec) => pythonPackage(runner, spec)) as [
    WantedPackage,
    ...WantedPackage[]
  ]
  return {
    kind: 'python',
    runner,
    packages,
    program: from === undefined ? null : programName(runner, first),
    args,
    registry: named.registry.at(-1) ?? null,
    python: named.python.at(-1) ?? null
  }
}

function pythonPackage(runner: string, spec: string): WantedPackage {
  const [, name, sign, version = ''] =
    /^([A-Za-z\d][\w.-]*(?:\[[\w.,-]*\])?)(?:(@|[=<>~!]=?=?)\s*([\w.*+!,<>=~-]{1,200}))?$/.exec(spec) ?? []
  if (name === undefined) throw refused(say('containment.runnerPlace', { runner, spec }))
  if (sign === undefined || (sign === '@' && version === 'latest')) return { name, range: null }
  return { name, range: `${sign === '@' ? '==' : sign}${version}` }
}

/** Searched for only among the programs of the packages. */
function programName(runner: string, name: string): string {
  if (!/^[\w.-]{1,200}$/.test(name) || name.startsWith('.'))
    throw refused(say('containment.runnerPlace', { runner, spec: name }))
  return name
}

function refused(text: LocalizedText): HostError {
  return new HostError('SERVER_NOT_CONTAINED', text)
}
