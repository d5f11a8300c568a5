/**
 * Checks a trusted program before its server gets any request: whether its script exists, and whether the runtime is
 * new enough for the script's package.
 */
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { playCommand } from '../../../contract/servers/own-node'
import { meetsBounds } from '../../../base/version-bounds'
import type { ExaminedProgram, StdioLaunch } from '../../interface'
import type { StartSandboxed } from '../../../sandbox/interface'
import { permissiveGuard, locateIn } from './remote-path-guard'
import type { ProcessWatchdog } from './process-watchdog'
import type { ProgramSearch } from './program-search'
import { isInterpreter } from './scripts-in-arguments'
import { startProcess } from './server-process'

interface Options {
  readonly search: ProgramSearch
  readonly watchdog: ProcessWatchdog
  readonly contain: StartSandboxed
}

/** Reading a runtime's version takes no longer. */
const versionMs = 10_000
const versionLimit = 1_000
const manifestLimit = 1_000_000
const mostParents = 10

interface Runtime {
  readonly program: RegExp
  readonly manifest: string
  readonly wants: (manifest: string) => string | null
}

const runtimes: readonly Runtime[] = [
  {
    program: /^(?:node|nodejs)(?:\.exe)?$/i,
    manifest: 'package.json',
    wants: (text) => /"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]{1,100})"/.exec(text)?.[1] ?? null
  },
  {
    program: /^python[\d.]*(?:\.exe)?$/i,
    manifest: 'pyproject.toml',
    wants: (text) => /^\s*requires-python\s*=\s*["']([^"'\n]{1,100})["']/m.exec(text)?.[1] ?? null
  }
]

/** @throws HostError as `ProgramSearch.find` */
export async function examineProgram(launch: StdioLaunch, options: Options): Promise<ExaminedProgram> {
  const nothing = { missingScript: null, runtime: null }
  if (launch.command === playCommand) return nothing
  const { program, environment, isOwn } = await options.search.find(launch, permissiveGuard)
  const folder = locateIn(process.cwd(), launch.cwd ?? '', options.search.platform)
  const args = [...program.args, ...launch.args]
  const script = isInterpreter(program.file, launch.command) ? scriptIn(args) : null
  if (script === null) return nothing
  const file = path.resolve(folder, script)
  if (!(await isThere(file))) return { ...nothing, missingScript: file }
  const name = isOwn ? 'node' : path.basename(program.file)
  const runtime = runtimes.find((each) => each.program.test(name))
  const wanted = runtime === undefined ? null : await wantedBy(file, runtime)
  if (wanted === null) return nothing
  const version = await readVersion(program.file, launch, { ...options, environment })
  if (version === null) return nothing
  return { ...nothing, runtime: { name, version, wanted, isEnough: meetsBounds(version, wanted) } }
}

/** The first argument if it is a path to a file. After an option it is ambiguous. */
function scriptIn([first]: readonly string[]): string | null {
  return first !== undefined && /\.(?:[cm]?[jt]s|py|pyz|jar|rb|php)$/i.test(first) && !first.startsWith('-')
    ? first
    : null
}

async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    (found) => found.isFile(),
    () => false
  )
}

/** The runtime version that the nearest package of the script requires. */
async function wantedBy(file: string, { manifest, wants }: Runtime): Promise<string | null> {
  let folder = path.dirname(file)
  for (let depth = 0; depth < mostParents; depth += 1) {
    const text = await readStart(path.join(folder, manifest))
    if (text !== null) return wants(text)
    const parent = path.dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
  return null
}

async function readStart(file: string): Promise<string | null> {
  if (!(await isThere(file))) return null
  const handle = await open(file).catch(() => null)
  if (handle === null) return null
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(manifestLimit), 0, manifestLimit, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function readVersion(
  file: string,
  launch: StdioLaunch,
  { environment, watchdog, contain }: Options & { readonly environment: Readonly<Record<string, string>> }
): Promise<string | null> {
  const asked = { ...launch, args: ['--version'] }
  const started = await startProcess({ file, args: [] }, asked, { environment, watchdog, contain })
  let text = ''
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => {
      if (text.length < versionLimit) text += chunk.toString('utf8')
    })
  const limit = new Promise<void>((resolve) => setTimeout(resolve, versionMs).unref())
  await Promise.race([started.ended, limit])
  await started.end()
  return /\d+(?:\.\d+){1,2}/.exec(text.slice(0, versionLimit))?.[0] ?? null
}
