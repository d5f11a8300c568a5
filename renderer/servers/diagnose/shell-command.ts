/** How a server's entry is tried by hand in a terminal, and which of its paths may be the trouble. Pure. */
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface ShellEntry {
  readonly command: string | null
  readonly args: readonly string[]
  readonly cwd: string | null
  readonly url: string | null
  /** Names only; the values may be secrets. */
  readonly environmentNames: readonly string[]
}

/** An entry of the settings as JSON; null where it can not be read. */
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

/** One line for a terminal of this system (`win32`: its command prompt); for an address a request that shows the answer's head. */
export function commandByHand({ command, args, cwd, url }: ShellEntry, platform: string): string | null {
  const quote = platform === 'win32' ? quoteForPrompt : quoteForShell
  if (command === null) return url === null ? null : `curl -i ${quote(url)}`
  const line = [command, ...args].map(quote).join(' ')
  if (cwd === null) return line
  return platform === 'win32' ? `cd /d ${quote(cwd)} && ${line}` : `cd ${quote(cwd)} && ${line}`
}

function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function quoteForPrompt(word: string): string {
  return /^[\w@+=:,./\\-]+$/u.test(word) ? word : `"${word.replaceAll('"', '""')}"`
}

/** Sentences about what is not named by a whole path; empty where everything is. */
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

/** `./a`, `../a`, `a/b.js`; no option, no package (`@scope/name`), no address. */
function looksRelative(arg: string): boolean {
  if (/^\.{1,2}(?:[\\/]|$)/u.test(arg)) return true
  return !isWhole(arg) && !/^[-@$]|:\/\//u.test(arg) && /[\\/][^\\/]*\.\w{1,5}$/u.test(arg)
}
