/**
 * The files that a stdio server runs: its program with links resolved, the scripts among its arguments, what a package
 * runner has on this computer. Nothing is run for it. What those files load in turn is not among them.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ProgramFile } from '../../../contract/server-act'
import type { InspectedProgram, ProgramToInspect } from '../../interface'
import { resolveCommand } from './command-resolution'
import { findPackages } from './package-pins'
import { serverEnvironment } from './server-environment'
import type { HostEnvironment } from './server-environment'

/** A larger file is told apart by its stamp alone. */
const largestHashed = 512 * 1_048_576
const hashLimitMs = 20_000
const mostFiles = 20
const mostRemembered = 500

/** Programs whose first argument that is no option is what they run. */
const interpreters =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|python[\d.]*|pypy[\d.]*|pythonw|ruby|perl|php|lua[\d.]*|rscript|julia|sh|bash|zsh|dash|ksh|fish|pwsh|powershell|osascript|wscript|cscript|uv|java|dotnet)$/
const scriptEnding =
  /\.(?:[cm]?[jt]sx?|py|pyw|pyz|rb|pl|pm|php|phar|lua|r|jl|sh|bash|zsh|fish|ps1|bat|cmd|vbs|jar|war|dll|exe|wasm|csproj|fsx|csx|node|so|dylib)$/i

/** By path: what was read of it while it had the stamp. */
const read = new Map<string, Pick<ProgramFile, 'stamp' | 'hash'>>()
const hashing = new Map<string, Promise<string | null>>()

/** @throws HostError as `resolveCommand` */
export async function inspectProgram(
  target: ProgramToInspect,
  hostEnvironment: HostEnvironment
): Promise<InspectedProgram> {
  const { args, env, known } = target
  const environment = serverEnvironment(hostEnvironment, env)
  if (leadsElsewhere(target.command)) return { files: [], packages: [] }
  const program = await resolveCommand({ transport: 'stdio', ...target }, environment)
  for (const { path: file, stamp, hash } of known) if (!read.has(file)) remember(file, { stamp, hash })
  const found = [await readFile('program', program.file)]
  const base = {
    folder: target.cwd ?? process.cwd(),
    isInterpreter: isInterpreter(program.file, target.command)
  }
  for (const script of scriptsOf([...program.args, ...args], base)) {
    if (found.length >= mostFiles) break
    found.push(await readFile('script', script))
  }
  const packages = await findPackages(target, environment)
  for (const { entry } of packages) if (entry !== null) found.push(await readFile('package', entry))
  return {
    files: unique(found.filter((file) => file !== null)),
    packages: packages.map(({ entry: _entry, ...pin }) => pin)
  }
}

function isInterpreter(file: string, command: string): boolean {
  const names = [file, command].map((each) =>
    path
      .basename(each)
      .toLowerCase()
      .replace(/\.exe$/, '')
  )
  return names.some((name) => interpreters.test(name))
}

/** To look at a file of another computer is to contact that computer. */
function leadsElsewhere(file: string): boolean {
  return process.platform === 'win32' && /^[\\/]{2}/.test(file)
}

/** Paths that may be files; those that are none fall out when they are looked at. */
function scriptsOf(
  args: readonly string[],
  { folder, isInterpreter: takesScript }: { folder: string; isInterpreter: boolean }
): readonly string[] {
  const folders = [folder, ...foldersIn(args, folder)]
  const candidates: string[] = []
  let isFirst = takesScript
  for (const [index, arg] of args.entries()) {
    const value = /^--?[\w-]+=(?<value>.+)$/s.exec(arg)?.groups?.['value'] ?? arg
    const isOption = arg.startsWith('-')
    if (isOption && value === arg) continue
    if (scriptEnding.test(value) || (isFirst && !isOption)) candidates.push(value)
    // A line for a shell.
    if (/\s/.test(value))
      candidates.push(
        ...value
          .slice(0, 10_000)
          .split(/[\s"'`;&|<>()=]+/)
          .filter(isScript)
      )
    if (takesScript && args[index - 1] === '-m') candidates.push(...moduleFiles(value))
    if (!isOption && value !== 'run') isFirst = false
  }
  const plain = candidates.filter((file) => !file.includes('\0') && !leadsElsewhere(file))
  return plain.flatMap((file) => [...new Set(folders.map((each) => path.resolve(each, toPath(file))))])
}

function isScript(text: string): boolean {
  return scriptEnding.test(text)
}

/** `uv --directory X run server.py` */
function foldersIn(args: readonly string[], folder: string): readonly string[] {
  const at = args.findIndex((arg) => arg === '--directory' || arg === '--project' || arg === '--prefix')
  const named = at < 0 ? undefined : args[at + 1]
  return named === undefined || leadsElsewhere(named) ? [] : [path.resolve(folder, named)]
}

/** `python -m name` takes what lies in the working folder before what is installed. */
function moduleFiles(name: string): readonly string[] {
  const inFolder = name.replaceAll('.', '/')
  return [`${inFolder}.py`, `${inFolder}/__main__.py`]
}

function toPath(value: string): string {
  if (!value.startsWith('file:')) return value
  try {
    return decodeURIComponent(new URL(value).pathname)
  } catch {
    return value // no address after all
  }
}

/** Null where there is no such file. */
async function readFile(role: ProgramFile['role'], file: string): Promise<ProgramFile | null> {
  try {
    const real = await realpath(file)
    const found = await stat(real, { bigint: true })
    if (!found.isFile()) return null
    const { dev, ino, size, mtimeNs, ctimeNs } = found
    const stamp = [dev, ino, size, mtimeNs, ctimeNs].join(' ')
    const before = read.get(real)
    const hash =
      before?.stamp === stamp ? before.hash : await hashOnce(`${stamp} ${real}`, real, Number(size))
    remember(real, { stamp, hash })
    return { role, path: real, size: Number(size), hash, stamp }
  } catch {
    return null
  }
}

function remember(file: string, facts: Pick<ProgramFile, 'stamp' | 'hash'>): void {
  read.set(file, facts)
  const [oldest] = read.keys()
  if (read.size > mostRemembered && oldest !== undefined) read.delete(oldest)
}

/** Many servers that start at once run the same interpreter. */
async function hashOnce(key: string, file: string, size: number): Promise<string | null> {
  const running = hashing.get(key) ?? hashOf(file, size).finally(() => hashing.delete(key))
  hashing.set(key, running)
  return await running
}

/** Null where it can't be read, or not in time. */
async function hashOf(file: string, size: number): Promise<string | null> {
  if (size > largestHashed) return null
  const hash = createHash('sha256')
  try {
    const signal = AbortSignal.timeout(hashLimitMs)
    for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576, signal }))
      hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return null
  }
}

function unique(files: readonly ProgramFile[]): ProgramFile[] {
  return files.filter((file, index) => files.findIndex((other) => other.path === file.path) === index)
}
