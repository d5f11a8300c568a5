/**
 * The filter language for messages, in the form of search fields that people know:
 * `method:tools/call ms>100 error size>10k dir:in id:7 kind:notification tool:echo text:"two words" -method:ping`.
 * Terms are combined with "and". Bare words are searched in the message. Pure.
 */
import type { FilterProblem, MessageKind } from '../../contract/workbench/messages'
import { say } from '../../texts/render-localized'
import type { LocalizedText } from '../../contract/localized-text'
import { placeholder } from './redact-message'

type Comparison = '>' | '>=' | '<' | '<=' | '='

export type FilterTest =
  | { readonly field: 'method' | 'tool' | 'id' | 'text'; readonly words: string }
  | { readonly field: 'dir'; readonly direction: 'in' | 'out' }
  | { readonly field: 'kind'; readonly kind: MessageKind | 'batch' }
  | { readonly field: NumberField; readonly comparison: Comparison; readonly value: number }
  | { readonly field: 'error' | 'unexpected' }

/** Plain data, so that it can be sent to the process that keeps the messages. */
export type FilterTerm = FilterTest & { readonly isExcluded: boolean }

export interface ParsedFilter {
  readonly terms: readonly FilterTerm[]
  readonly problems: readonly FilterProblem[]
}

/** What a filter reads of a message. */
export interface FilteredMessage {
  readonly direction: 'in' | 'out'
  readonly kind: MessageKind
  readonly method: string | null
  readonly id: string | null
  readonly tool: string | null
  readonly tookMs: number | null
  readonly size: number | null
  readonly status: number | null
  readonly round: number | null
  readonly oddity: string | null
  readonly batch: object | null
  readonly text: string | null
}

export const numberFields = ['ms', 'size', 'status', 'round'] as const
type NumberField = (typeof numberFields)[number]
export const textFields = ['method', 'tool', 'id', 'text'] as const
export const flags = ['error', 'unexpected'] as const
export const directions = ['in', 'out'] as const
export const kinds = ['request', 'result', 'error', 'notification', 'batch', 'unreadable'] as const

const readField: Readonly<Record<NumberField, (message: FilteredMessage) => number | null>> = {
  ms: ({ tookMs }) => tookMs,
  size: ({ size }) => size,
  status: ({ status }) => status,
  round: ({ round }) => round
}

const compare: Readonly<Record<Comparison, (one: number, other: number) => boolean>> = {
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other
}

/** A term: a minus, a field with its operator, and a value, which may be quoted; or a word. */
const termPattern =
  /(?<minus>-)?(?:(?<field>[a-z]+)(?<operator>:|>=|<=|>|<|=))?(?:"(?<quoted>[^"]*)(?<end>"|$)|(?<word>[^\s"]*))/giy

/** Each of them reads the text of every message. */
const mostWorded = 10

export function parseFilter(filter: string): ParsedFilter {
  const terms: FilterTerm[] = []
  const problems: FilterProblem[] = []
  let start = 0
  while (start < filter.length) {
    termPattern.lastIndex = start
    const match = termPattern.exec(filter)
    // The pattern also matches nothing, at a space.
    const end = Math.max(match === null ? 0 : start + match[0].length, start + 1)
    const read = match === null || match[0] === '' ? null : readTerm(match)
    if (read !== null && 'reason' in read) problems.push({ start, end, reason: read.reason })
    else if (read !== null) terms.push(read)
    start = end
  }
  const worded = terms.filter(hasWords)
  if (worded.length <= mostWorded) return { terms, problems }
  problems.push({ start: 0, end: filter.length, reason: say('messages.filterLong', { most: mostWorded }) })
  return { terms: terms.filter((term) => !hasWords(term) || worded.indexOf(term) < mostWorded), problems }
}

function readTerm(match: RegExpExecArray): FilterTerm | { readonly reason: LocalizedText } {
  const { minus, field = '', operator = ':', quoted, end, word } = match.groups ?? {}
  const isExcluded = minus !== undefined
  const term = match[0].slice(isExcluded ? 1 : 0)
  const value = quoted ?? word ?? ''
  if (end === '' && quoted !== undefined) return { reason: say('messages.filterQuote', { term }) }
  const test =
    field === '' ? readWord(value, quoted !== undefined) : readNamed(field.toLowerCase(), operator, value)
  if (test !== null && 'reason' in test) return test
  if (test !== null) return { ...test, isExcluded }
  // An address or a name with a colon is searched as it is.
  if (operator !== ':' || value.startsWith('//')) return { field: 'text', words: term, isExcluded }
  return { reason: say('messages.filterField', { field, term }) }
}

function readWord(value: string, isQuoted: boolean): FilterTest {
  const flag = isQuoted ? undefined : flags.find((each) => each === value.toLowerCase())
  return flag === undefined ? { field: 'text', words: value } : { field: flag }
}

type ReadTest = FilterTest | { readonly reason: LocalizedText } | null

/** null: there is no such field. */
function readNamed(field: string, operator: string, value: string): ReadTest {
  const numberField = numberFields.find((each) => each === field)
  if (numberField !== undefined) return readNumber(numberField, operator, value)
  if (operator !== ':' && operator !== '=') return null
  const textField = textFields.find((each) => each === field)
  if (textField !== undefined)
    return value === ''
      ? { reason: say('messages.filterEmpty', { field }) }
      : { field: textField, words: value }
  if (field === 'dir') {
    const direction = directions.find((each) => each === value.toLowerCase())
    return direction === undefined ? oneOf(field, directions) : { field, direction }
  }
  if (field !== 'kind') return null
  const kind = kinds.find((each) => each === value.toLowerCase())
  return kind === undefined ? oneOf(field, kinds) : { field, kind }
}

function oneOf(field: string, values: readonly string[]): { readonly reason: LocalizedText } {
  return { reason: say('messages.filterChoice', { field, values: { anyOf: values } }) }
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1_000,
  k: 1_000,
  kb: 1_000,
  m: 1e6,
  mb: 1e6
}

function readNumber(field: NumberField, operator: string, value: string): ReadTest {
  const { digits = '', unit = '' } = /^(?<digits>\d+(?:\.\d+)?)(?<unit>[a-z]*)$/i.exec(value)?.groups ?? {}
  const factor = units[unit.toLowerCase()]
  if (digits === '' || factor === undefined)
    return { reason: say('messages.filterNumber', { field, example: `${field}>100` }) }
  const comparison = operator === ':' ? '=' : (operator as Comparison)
  return { field, comparison, value: Number(digits) * factor }
}

type Predicate<Message = FilteredMessage> = (message: Message) => boolean
type Show<Message> = (message: Message) => FilteredMessage

/**
 * Cheap tests first: the text of most messages is then not read. `show` returns a message without secrets: terms with
 * words read nothing else, so that no filter can spell out a secret.
 */
export function createMatcher<Message extends FilteredMessage>(
  terms: readonly FilterTerm[],
  show: Show<Message> = (message) => message
): Predicate<Message> {
  const ordered = terms.toSorted(
    (one, other) => Number(one.field === 'text') - Number(other.field === 'text')
  )
  const tests = ordered.map((term): Predicate<Message> => {
    const matches = hasWords(term) ? matchShown(term, show) : createTest(term)
    return term.isExcluded ? (message) => !matches(message) : matches
  })
  return (message) => {
    for (const matches of tests) if (!matches(message)) return false
    return true
  }
}

export function hasWords(term: FilterTerm): term is FilterTerm & { readonly words: string } {
  return 'words' in term
}

function matchShown<Message extends FilteredMessage>(
  test: FilterTest & { readonly words: string },
  show: Show<Message>
): Predicate<Message> {
  const { field, words } = test
  const matches = createTest(test)
  // Text that isn't in the message isn't in what is shown of it, except in a placeholder.
  const isOfPlaceholder = /[[\]]/.test(words) || placeholder.includes(words.toLowerCase())
  const mustShow = field !== 'text' || isOfPlaceholder
  return (message) => (mustShow || matches(message)) && matches(show(message))
}

function createTest(test: FilterTest): Predicate {
  if ('comparison' in test) {
    const read = readField[test.field]
    const holds = compare[test.comparison]
    return (message) => {
      const value = read(message)
      return value !== null && holds(value, test.value)
    }
  }
  switch (test.field) {
    case 'dir':
      return ({ direction }) => direction === test.direction
    case 'kind':
      return test.kind === 'batch' ? ({ batch }) => batch !== null : ({ kind }) => kind === test.kind
    case 'error':
      return ({ kind }) => kind === 'error'
    case 'unexpected':
      return ({ oddity }) => oddity !== null
    case 'id':
      return ({ id }) => id === test.words || id === JSON.stringify(test.words)
    case 'method':
      return matchName(test.words, ({ method }) => method)
    case 'tool':
      return matchName(test.words, ({ tool }) => tool)
    default:
      return matchText(test.words)
  }
}

/** The whole name, with `*` for any part of it. */
function matchName(words: string, read: (message: FilteredMessage) => string | null): Predicate {
  const [first = '', ...parts] = words.toLowerCase().split('*')
  return (message) => {
    const name = read(message)?.toLowerCase()
    if (name === undefined || !name.startsWith(first)) return false
    if (parts.length === 0) return name === first
    return endsWithParts(name.slice(first.length), parts)
  }
}

/** Parts in their order, with anything before each. No pattern is used, because many `*` would make it slow. */
function endsWithParts(name: string, parts: readonly string[]): boolean {
  let start = 0
  for (const part of parts.slice(0, -1)) {
    const found = name.indexOf(part, start)
    if (found < 0) return false
    start = found + part.length
  }
  const last = parts.at(-1) ?? ''
  return name.length - start >= last.length && name.endsWith(last)
}

function matchText(words: string): Predicate {
  const pattern = new RegExp(escapePattern(words), 'i')
  // Quotes are escaped in the JSON.
  const inJson = new RegExp(escapePattern(JSON.stringify(words).slice(1, -1)), 'i')
  return ({ method, text }) =>
    (text !== null && inJson.test(text)) || (method !== null && pattern.test(method))
}

function escapePattern(words: string): string {
  return words.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
