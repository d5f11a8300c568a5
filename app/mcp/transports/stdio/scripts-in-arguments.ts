/** Finds arguments of a program that may be files that it runs. Callers check whether the files exist. Pure. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownNodeCommand } from '../../../contract/servers/own-node'
import { locateIn } from './remote-path-guard'

/** Programs that run their first argument that is no option. */
const interpreters =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|python[\d.]*|pypy[\d.]*|pythonw|ruby|perl|php|lua[\d.]*|rscript|julia|sh|bash|zsh|dash|ksh|fish|pwsh|powershell|osascript|wscript|cscript|uv|java|dotnet)$/
const scriptEnding =
  /\.(?:[cm]?[jt]sx?|py|pyw|pyz|rb|pl|pm|php|phar|lua|r|jl|sh|bash|zsh|fish|ps1|bat|cmd|vbs|jar|war|dll|exe|wasm|csproj|fsx|csx|node|so|dylib)$/i
/** Options of interpreters that take a value, which is often a file that is loaded before the script. */
const valued =
  /^(?:-r|--require|--import|--loader|--experimental-loader|--preload|-C|--conditions|--env-file(?:-if-exists)?|--config|-c|--tsconfig|-W|-X|-I|-d|-l|-cp|-classpath|--class-path|-p|--module-path|--openssl-config)$/
/** The same as one argument: `--require=./hook`, `-r./hook`, `-javaagent:agent.jar`. */
const joined = /^(?:--?[\w-]+=|-r(?=[./\\~\w])|-javaagent:)(?<value>.+)$/s

export function isInterpreter(file: string, command: string): boolean {
  const names = [file, command].map((each) =>
    path
      .basename(each)
      .toLowerCase()
      .replace(/\.exe$/, '')
      .replace(ownNodeCommand, 'node')
  )
  return names.some((name) => interpreters.test(name))
}

interface Run {
  /** The working folder of the program. */
  readonly folder: string
  readonly isInterpreter: boolean
  readonly platform: NodeJS.Platform
}

/** Absolute paths in the order of the arguments, possibly with repetitions. */
export function* findScripts(args: readonly string[], run: Run): Generator<string> {
  const { folder, platform } = run
  const folders = [folder, ...foldersIn(args, run)]
  for (const file of candidatesIn(args, run))
    if (!file.includes('\0'))
      for (const each of folders) yield locateIn(each, toPath(file, platform), platform)
}

/** The folder of `uv --directory X run server.py`. */
function foldersIn(args: readonly string[], { folder, platform }: Omit<Run, 'isInterpreter'>): string[] {
  const at = args.findIndex((arg) => arg === '--directory' || arg === '--project' || arg === '--prefix')
  const named = at < 0 ? undefined : args[at + 1]
  return named === undefined ? [] : [locateIn(folder, named, platform)]
}

function* candidatesIn(
  args: readonly string[],
  { isInterpreter: takesScript, platform }: Run
): Generator<string> {
  let isBefore = takesScript
  for (const [index, arg] of args.entries()) {
    const value = joined.exec(arg)?.groups?.['value'] ?? arg
    const isOption = arg.startsWith('-')
    if (isOption && value === arg) continue
    const isOfOption = isOption || valued.test(args[index - 1] ?? '')
    if (isScript(value) || isBefore) yield value
    if (isBefore && !isScript(value)) yield* unendedFiles(value)
    if (value.includes(';') || value.includes(':'))
      yield* value.split(platform === 'win32' ? ';' : ':').filter(isScript)
    // A command line for a shell.
    if (/\s/.test(value))
      yield* value
        .slice(0, 10_000)
        .split(/[\s"'`;&|<>()=]+/)
        .filter(isScript)
    if (takesScript && args[index - 1] === '-m') yield* moduleFiles(value)
    if (!isOfOption && value !== 'run') isBefore = false
  }
}

function isScript(text: string): boolean {
  return scriptEnding.test(text)
}

/** Files that the name may mean without an extension, or as a folder. */
function unendedFiles(name: string): readonly string[] {
  return [`${name}.js`, `${name}/index.js`, `${name}/__main__.py`]
}

/** `python -m name` prefers modules in the working folder to installed ones. */
function moduleFiles(name: string): readonly string[] {
  const inFolder = name.replaceAll('.', '/')
  return [`${inFolder}.py`, `${inFolder}/__main__.py`]
}

function toPath(value: string, platform: NodeJS.Platform): string {
  if (!/^file:/i.test(value)) return value
  for (const read of [(text: string) => fileURLToPath(text, { windows: platform === 'win32' }), pathIn])
    try {
      return read(value)
    } catch {
      // not percent-encoded
    }
  return value
}

/** As lenient programs read it. */
function pathIn(address: string): string {
  return decodeURIComponent(new URL(address).pathname)
}
