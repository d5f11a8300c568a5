/** Parses a command line. A server that isn't in the settings comes after `--`; see `docs/command-line.md`. */
import { parseArgs } from 'node:util'
import { HostError } from '../../../app/base/host-error'
import type { JsonObject } from '../../../app/contract/json'
import { quote, say } from '../../../app/texts/render-localized'
import type { CommandLineName } from './command-names'
import { usageText } from './usage'

/** Number of arguments of each command after the server: minimum and maximum. */
const commands = {
  servers: { words: [0, 0], server: 'optional' },
  call: { words: [1, 2], server: 'needed' },
  read: { words: [1, 1], server: 'needed' },
  prompt: { words: [1, 2], server: 'needed' },
  complete: { words: [4, 5], server: 'needed' },
  inspect: { words: [0, 0], server: 'needed' },
  doctor: { words: [0, 0], server: 'needed' },
  logs: { words: [0, 0], server: 'configured' },
  test: { words: [1, 1], server: 'replaced' },
  conformance: { words: [0, 0], server: 'needed' },
  'verify-ledger': { words: [0, 0], server: 'none' },
  play: { words: [1, 2], server: 'none' },
  replay: { words: [1, 1], server: 'none' },
  diff: { words: [1, 2], server: 'replaced' },
  'self-test': { words: [0, 0], server: 'none' }
} as const satisfies Record<CommandLineName, { words: readonly [number, number]; server: string }>

export type CommandTarget =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'entry'; readonly entry: JsonObject }

export interface Options {
  readonly dataDir: string | null
  readonly settings: string | null
  readonly isJson: boolean
  readonly isYes: boolean
  readonly acceptsChanges: boolean
  readonly isExact: boolean
  /** For `test`: servers instead of the named ones; empty: the named ones. */
  readonly servers: readonly string[]
  /** For `test` and `replay`: models; empty: those that the tests or the recording name, or the default. */
  readonly models: readonly string[]
  /** For `test` and `conformance`: the file for the results as JUnit XML; null: none. */
  readonly junit: string | null
  /** For `conformance`: the only scenario to run; null: all. */
  readonly scenario: string | null
}

export interface CommandRequest {
  readonly command: CommandLineName
  readonly target: CommandTarget | null
  readonly words: readonly string[]
  readonly options: Options
}

const options = {
  'data-dir': { type: 'string' },
  settings: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  'accept-changes': { type: 'boolean' },
  exact: { type: 'boolean' },
  server: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  junit: { type: 'string' },
  scenario: { type: 'string' },
  env: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  cwd: { type: 'string' },
  help: { type: 'boolean' }
} as const

/** Null: the user wants the usage. @throws HostError COMMAND_LINE_INVALID */
export function readArguments(argv: readonly string[]): CommandRequest | null {
  const end = argv.indexOf('--')
  const { values, positionals } = readOptions(end === -1 ? argv : argv.slice(0, end))
  const [name, ...words] = positionals
  if (values.help === true || name === 'help') return null
  if (name === undefined) throw invalid('cli.noCommand')
  if (!isCommand(name)) throw invalidWith(say('cli.unknownCommand', { command: name }))
  const isReplacing = values.server !== undefined || values.model !== undefined
  const isMisplaced = isReplacing && name !== 'test' && name !== 'replay'
  if (isMisplaced || (values.junit !== undefined && name !== 'test' && name !== 'conformance'))
    throw invalidWith(say('cli.testOptions'))
  const entryOptions = { env: values.env ?? [], headers: values.header ?? [], cwd: values.cwd ?? null }
  const found =
    end === -1
      ? fromWords(name, words, entryOptions)
      : fromProgram(name, { words, program: argv.slice(end + 1) }, entryOptions)
  const [least, most] = commands[name].words
  if (found.words.length < least || found.words.length > most)
    throw invalidWith(say('cli.wordCount', { usage: usageText[name] }))
  return {
    command: name,
    ...found,
    options: {
      dataDir: values['data-dir'] ?? null,
      settings: values.settings ?? null,
      isJson: values.json === true,
      isYes: values.yes === true,
      acceptsChanges: values['accept-changes'] === true,
      isExact: values.exact === true,
      servers: values.server ?? [],
      models: values.model ?? [],
      junit: values.junit ?? null,
      scenario: values.scenario ?? null
    }
  }
}

/** Whether the answer must be JSON, also if the rest can't be parsed. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json')
}

/** An argument that must be an object. @throws HostError COMMAND_LINE_INVALID */
export function readObjectArgument(word: string | undefined): JsonObject {
  if (word === undefined) return {}
  const value = parseJson(word)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw invalidWith(say('cli.notAnObject', { text: word.slice(0, 200) }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // the caller says what it has to be
  }
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw invalidWith(quote(error instanceof Error ? error.message : String(error)))
  }
}

function isCommand(name: string): name is CommandLineName {
  return Object.hasOwn(commands, name)
}

interface EntryOptions {
  readonly env: readonly string[]
  readonly headers: readonly string[]
  readonly cwd: string | null
}

type Found = Pick<CommandRequest, 'target' | 'words'>

function fromWords(command: CommandLineName, words: readonly string[], entryOptions: EntryOptions): Found {
  const [first, ...others] = words
  const { server } = commands[command]
  if (server === 'none' || server === 'replaced') return { target: null, words }
  if (first === undefined) {
    if (server === 'optional') return { target: null, words }
    throw invalidWith(say('cli.wordCount', { usage: usageText[command] }))
  }
  const isAddress = /^https?:\/\//i.test(first)
  if (isAddress && server !== 'configured') {
    const headers = readPairs(entryOptions.headers, ':')
    return { target: { type: 'entry', entry: { url: first, headers } }, words: others }
  }
  if (entryOptions.env.length + entryOptions.headers.length > 0 || entryOptions.cwd !== null)
    throw invalid('cli.entryOptions')
  return { target: { type: 'name', name: first }, words: others }
}

/** `call TOOL JSON -- COMMAND ARGS…`, `call -- COMMAND ARGS… -- TOOL JSON` or `call -- COMMAND ARGS… TOOL JSON`. */
function fromProgram(
  command: CommandLineName,
  { words, program }: { readonly words: readonly string[]; readonly program: readonly string[] },
  { env, cwd }: EntryOptions
): Found {
  const { server } = commands[command]
  if (server === 'none' || server === 'configured') throw invalid('cli.noProgramHere')
  const split = words.length > 0 ? [program, words] : splitProgram(program, commands[command].words[1])
  const [[file, ...args] = [], after = []] = split
  if (file === undefined) throw invalid('cli.noProgram')
  const entry = { command: file, args, env: readPairs(env, '='), ...(cwd !== null && { cwd }) }
  return { target: { type: 'entry', entry }, words: after }
}

function splitProgram(program: readonly string[], count: number): (readonly string[])[] {
  const end = program.lastIndexOf('--')
  if (end !== -1) return [program.slice(0, end), program.slice(end + 1)]
  return [program.slice(0, program.length - count), program.slice(program.length - count)]
}

export function readPairs(texts: readonly string[], between: string): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(between)
      if (at < 1) throw invalidWith(say('cli.notAPair', { text: text.slice(0, 100), between }))
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
    })
  )
}

function invalid(text: 'cli.noCommand' | 'cli.entryOptions' | 'cli.noProgramHere' | 'cli.noProgram') {
  return invalidWith(say(text))
}

function invalidWith(said: ConstructorParameters<typeof HostError>[1]): HostError {
  return new HostError('COMMAND_LINE_INVALID', said)
}
