/** How to try a server's entry in a terminal, and which of its paths may be the problem. Pure. */
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface ShellEntry {
  readonly command: string | null
  readonly args: readonly string[]
  readonly cwd: string | null
  readonly url: string | null
  /** Names only, because the values may be secrets. */
  readonly environmentNames: readonly string[]
}

/** A settings entry as JSON; null if it can't be read. */
export function parseShellEntry(json: string): ShellEntry | null {
  try {
    const entry = JSON.parse(json) as Readonly<Record<string, unknown>> | null
    if (entry === null || typeof entry !== 'object') return null
    const { args, env } = entry
    return {
      command: textOf(entry['command']),
      args: Array.isArray(args) ? args.map(String) : [],
      cwd: textOf(entry['cwd']),
      url: textOf(entry['url']),
      environmentNames: typeof env === 'object' && env !== null ? Object.keys(env) : []
    }
  } catch {
    return null
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * One line for this system's terminal (`win32`: its command prompt); for an address, a request that shows the
 * response headers.
 */
export function createManualCommand(
  { command, args, cwd, url }: ShellEntry,
  platform: string
): string | null {
  const quote = platform === 'win32' ? quoteForPrompt : quoteForShell
  if (command === null) return url === null ? null : `curl -i ${quote(url)}`
  const line = [command, ...args].map(quote).join(' ')
  if (cwd === null) return line
  return platform === 'win32' ? `cd /d ${quote(cwd)} && ${line}` : `cd ${quote(cwd)} && ${line}`
}

function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** A backslash before the closing quote would escape it, and the prompt fills in `%NAME%` even inside of quotes. */
function quoteForPrompt(word: string): string {
  if (/^[\w@+=:,./\\-]+$/u.test(word)) return word
  const text = word.replaceAll(/(\\*)"/gu, '$1$1""').replace(/\\+$/u, '$&$&')
  return `"${text.replaceAll('%', '"^%"')}"`
}

/** Sentences about paths that aren't absolute; empty if there are none. */
export function pathNotes({ command, args, cwd }: ShellEntry): readonly string[] {
  if (command === null) return []
  const place = cwd === null ? { base: 'start', folder: '' } : { base: 'folder', folder: cwd }
  const program = isWhole(command)
    ? []
    : /[\\/]/u.test(command)
      ? [texts.relativeCommand({ command, ...place })]
      : [texts.commandInPath({ command })]
  const relative = args
    .filter(looksRelative)
    .map((argument) => texts.relativeArgument({ argument, ...place }))
  return [...program, ...relative]
}

function isWhole(path: string): boolean {
  return /^(?:\/|~|[A-Za-z]:[\\/]|\\\\)/u.test(path)
}

/** `./a`, `../a`, `a/b.js`; not an option, a package (`@scope/name`) or an address. */
function looksRelative(arg: string): boolean {
  if (/^\.{1,2}(?:[\\/]|$)/u.test(arg)) return true
  return !isWhole(arg) && !/^[-@$]|:\/\//u.test(arg) && /[\\/][^\\/]*\.\w{1,5}$/u.test(arg)
}
