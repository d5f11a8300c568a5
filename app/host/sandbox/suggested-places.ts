/** Paths on this computer that a new entry names. They are proposed as open; the user allows or denies each. */
import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { isRemotePath } from '../../base/remote-path'

export interface NamingEntry {
  readonly command: string
  readonly args: readonly string[]
  /** The folder that it runs in; '': none is named. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface ServerFolders {
  readonly home: string
  /** Parley's own. */
  readonly closed: readonly string[]
}

/** Names of options and variables whose path the server writes to. */
const written =
  /(?:^|[-_])(?:db|database|sqlite|data|store|storage|memory|output|out|log|cache|workspace)(?:$|[-_]|dir|path|file)/i
const program = /\.(?:[cm]?[jt]sx?|py|pyz|rb|jar|sh|php|pl|lua|dll|exe)$/i
/** Servers whose purpose is to write to the folders that they get. */
const filesystem = /(?:^|\/)(?:mcp-)?(?:server-)?filesystem(?:@|$)/
const mostPlaces = 10

export async function suggestPlaces(entry: NamingEntry, own: ServerFolders): Promise<SandboxChoices> {
  const found: SandboxChoices = { read: [], write: [], hosts: [] }
  const isWriter = entry.args.some((arg) => filesystem.test(arg))
  const named = [
    ...placesInArguments(entry.args),
    ...placesInVariables(entry.env),
    ...(path.isAbsolute(entry.cwd) ? [{ text: entry.cwd, isWritten: false }] : [])
  ]
  for (const { text, isWritten } of named) {
    if (found.read.length + found.write.length >= mostPlaces) break
    const mayWrite = isWritten || isWriter
    const place = await openable(text, mayWrite, own)
    const list = mayWrite ? found.write : found.read
    if (place !== null && !found.write.includes(place) && !list.includes(place)) list.push(place)
  }
  return found
}

interface Named {
  readonly text: string
  readonly isWritten: boolean
}

function placesInArguments(args: readonly string[]): Named[] {
  return args.flatMap((arg, index) => {
    const [, option = '', inside] = /^(--?[\w-]+)=(.+)$/s.exec(arg) ?? []
    const before = args[index - 1] ?? ''
    const name = inside === undefined && before.startsWith('-') ? before : option
    return partsOf(inside ?? arg).map((text) => ({ text, isWritten: written.test(name) }))
  })
}

function placesInVariables(env: Readonly<Record<string, string>>): Named[] {
  return Object.entries(env).flatMap(([name, text]) =>
    // Search paths such as `PATH` aren't data.
    text.includes(':') ? [] : partsOf(text).map((part) => ({ text: part, isWritten: written.test(name) }))
  )
}

/** One text may contain several, for example from the settings of a bundle. */
function partsOf(text: string): string[] {
  if (!path.isAbsolute(text)) return []
  const parts = text.split(',')
  return parts.every((part) => path.isAbsolute(part)) ? parts : [text]
}

/**
 * For a file that is written, its folder, because related files are written next to it. Null: it must not be opened.
 */
async function openable(
  named: string,
  mayWrite: boolean,
  { home, closed }: ServerFolders
): Promise<string | null> {
  if (isRemotePath(named) || (!mayWrite && program.test(named))) return null
  const place = path.resolve(named)
  const found = await lstat(place).catch(() => null)
  const wanted = mayWrite && found?.isDirectory() !== true ? path.dirname(place) : place
  const real = await realpath(wanted).catch(() => null)
  if (real !== wanted || (found === null && !mayWrite)) return null
  if (found !== null && !found.isDirectory() && !found.isFile()) return null
  const isIn = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`)
  const ofSystem = ['/proc', '/dev', '/sys', '/run', '/boot', '/usr', '/etc', '/bin', '/lib']
  if (isIn(home, wanted) || wanted === '/' || wanted === '/tmp' || wanted === '/var') return null
  if (ofSystem.some((folder) => isIn(wanted, folder)) || closed.some((folder) => isIn(wanted, folder)))
    return null
  return wanted
}
