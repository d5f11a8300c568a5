/** A server that is given as a command line, as documentation shows it. No shell runs it. */
import parse from 'shell-quote/parse'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** The entry in the settings under a server's name. */
export interface ReadEntry {
  readonly command?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly type?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ReadLine {
  /** Null if the line names none. */
  readonly name: string | null
  readonly entry: ReadEntry
}

/**
 * An address, a command with its arguments, or a command that adds a server to another app (`claude mcp add …`, `code
 * --add-mcp …`).
 * @returns null for any other text
 * @throws HostError SETTINGS_INVALID: it needs a shell
 */
export function readCommandLine(text: string): ReadLine | null {
  const line = joinLines(text)
  if (line === null) return null
  if (/^https?:\/\/\S+$/i.test(line)) return canParseUrl(line) ? { name: null, entry: { url: line } } : null
  const words = splitLine(line)
  const [program = '', ...rest] = words
  if (program === 'claude' && rest[0] === 'mcp') return readClaudeCode(rest.slice(1))
  if (/^code(?:-insiders)?$/.test(program) && rest[0] === '--add-mcp') return readNamedJson(null, rest[1])
  // A single word may be anything.
  return words.length > 1 || /[\\/]/.test(line) ? { name: null, entry: readWords(words) } : null
}

/** Without the prompt before it and the marks that join lines; null if it is more than one command. */
function joinLines(text: string): string | null {
  const joined = text
    .trim()
    .replace(/^```\w*\n([\s\S]*?)\n?```$/, '$1')
    .replace(/[ \t]*[\\^`]\r?\n[ \t]*/g, ' ')
    .trim()
  // A placeholder; a shell would treat the signs around it as redirection.
  const quoted = joined.replace(/(?<=[\s=])<[A-Za-z][\w .-]{0,60}>(?=\s|$)/g, "'$&'")
  return /[\r\n]/.test(joined) ? null : quoted.replace(/^[$>%]\s+/, '')
}

function splitLine(line: string): readonly string[] {
  // There a backslash separates folders and doesn't escape.
  const isOfWindows = /(?:^|[\s"'=])[A-Za-z]:\\/.test(line)
  const read = parse(line, (name) => `\${env:${name}}`, isOfWindows ? { escape: '^' } : {})
  return read.map((word) => {
    if (typeof word === 'string') return word
    if ('op' in word && word.op === 'glob') return word.pattern
    throw refuseLine(say('settings.pasteNeedsShell', { sign: 'op' in word ? word.op : '#' }))
  })
}

/** `NAME=value` before the command becomes its environment. */
function readWords(words: readonly string[]): ReadEntry {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const [command, ...args] = at < 0 ? [] : words.slice(at)
  if (command === undefined) throw refuseLine(say('settings.pasteForms'))
  const env = Object.fromEntries(words.slice(0, at).map(splitPair('=')))
  return { command, ...(args.length > 0 && { args }), ...(at > 0 && { env }) }
}

const splitPair =
  (sign: string) =>
  (text: string): [string, string] => {
    const at = text.indexOf(sign)
    return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  }

/** The options that take a value; the others don't describe the server. */
const claudeOptions: Readonly<Record<string, 'transport' | 'env' | 'header' | 'other'>> = {
  '-t': 'transport',
  '--transport': 'transport',
  '-e': 'env',
  '--env': 'env',
  '-H': 'header',
  '--header': 'header',
  '-s': 'other',
  '--scope': 'other'
}

function readClaudeCode([verb, ...words]: readonly string[]): ReadLine {
  if (verb === 'add-json') {
    const [name, json] = words.filter((word, at) => !word.startsWith('-') && !isOptionOf(words[at - 1]))
    return readNamedJson(name ?? null, json)
  }
  if (verb !== 'add') throw refuseLine(say('settings.pasteForms'))
  const given = {
    transport: [] as string[],
    env: [] as string[],
    header: [] as string[],
    other: [] as string[]
  }
  const plain: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--') {
      plain.push(...words.slice(at + 1))
      break
    }
    const option = claudeOptions[word]
    // Options after the command belong to the command.
    if (option === undefined || plain.length > 1) plain.push(word)
    else given[option].push(words[(at += 1)] ?? '')
  }
  const [name = null, ...rest] = plain
  const [transport] = given.transport
  const [first = ''] = rest
  if ((transport ?? 'stdio') !== 'stdio' || (rest.length === 1 && /^https?:\/\//i.test(first))) {
    const headers = Object.fromEntries(given.header.map(splitPair(':')))
    const extra = { ...(transport !== undefined && { type: transport }), url: first }
    return { name, entry: { ...extra, ...(given.header.length > 0 && { headers }) } }
  }
  const env = Object.fromEntries(given.env.map(splitPair('=')))
  return { name, entry: { ...readWords(rest), ...(given.env.length > 0 && { env }) } }
}

function isOptionOf(word: string | undefined): boolean {
  return word !== undefined && claudeOptions[word] !== undefined
}

function readNamedJson(name: string | null, json = ''): ReadLine {
  try {
    const { name: own, ...entry } = JSON.parse(json) as ReadEntry & { name?: unknown }
    return { name: name ?? (typeof own === 'string' ? own : null), entry }
  } catch {
    throw refuseLine(say('settings.pasteForms'))
  }
}

function refuseLine(reason: LocalizedText): HostError {
  return new HostError('SETTINGS_INVALID', say('settings.pasteRefused', { reason }))
}
