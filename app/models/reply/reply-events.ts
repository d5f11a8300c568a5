/**
 * The body of an answer as a series of values, in any form: an event stream, one JSON value, one value per line, text,
 * or a web page. Only the content decides: services send a wrong content type, or none.
 */
import { BodyTooLarge } from '../../net/bounded-body'
import { JsonProgress } from './json-progress'
import { parseLenientJson } from '../vendor/lenient-json'
import { isWebPage, readPageTitle } from '../vendor/web-page'

export type ReplyEvent =
  | { readonly type: 'value'; readonly value: unknown; readonly name: string | null }
  /** Text that isn't JSON. `isBroken`: it looks like incomplete JSON. */
  | {
      readonly type: 'words'
      readonly words: string
      readonly name: string | null
      readonly isBroken: boolean
    }
  | { readonly type: 'page'; readonly title: string }
  /** The service marks the end. */
  | { readonly type: 'done' }

/** For one line, in characters. */
const longestLine = 128 * 1024 * 1024
/** Limit for text and web pages, in characters. */
const longestWords = 64 * 1024
const endMark = /^"?\[?done\]?"?$/i

/** Leaving the loop ends the request. @throws the connection's error */
export async function* parseReplyEvents({ body }: Pick<Response, 'body'>): AsyncGenerator<ReplyEvent> {
  for await (const event of readAll(body)) {
    yield event
    if (event.type === 'done' || event.type === 'page') return
  }
}

async function* readAll(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<ReplyEvent> {
  const lines = new EventLines()
  if (body !== null) for await (const line of splitLines(body)) yield* lines.take(line)
  yield* lines.end()
}

/** All three kinds of line ends, also when a chunk ends inside one. */
async function* splitLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const open: string[] = []
  let length = 0
  let endsWithReturn = false
  for await (const bytes of body) {
    let text = decoder.decode(bytes, { stream: true })
    if (text === '') continue
    if (endsWithReturn && text.startsWith('\n')) text = text.slice(1)
    endsWithReturn = text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    const last = lines.pop() as string
    for (const line of lines) {
      yield [...open.splice(0), line].join('')
      length = 0
    }
    open.push(last)
    length += last.length
    if (length > longestLine) throw new BodyTooLarge('One line of the answer is too long.')
  }
  yield [...open, decoder.decode()].join('')
}

class EventLines {
  #name: string | null = null
  #data: string[] = []
  #raw: string[] = []
  #rawLength = 0
  #progress = new JsonProgress()

  get #isInsideRaw(): boolean {
    return this.#raw.length > 0
  }

  *take(line: string): Generator<ReplyEvent> {
    const text = line.replaceAll('\uFEFF', '')
    const isInside = this.#isInsideRaw
    const field = isInside ? null : /^\s*(data|event|id|retry)(?::\s?(.*))?$/s.exec(text)
    if (text.trim() === '' && !isInside) yield* this.#dispatch()
    else if (field?.[1] === 'data') yield* this.#takeData(field[2] ?? '')
    else if (field?.[1] === 'event') this.#name = (field[2] ?? '').trim() || null
    else if (field === null && !(text.startsWith(':') && !isInside)) yield* this.#takeRaw(text)
  }

  *end(): Generator<ReplyEvent> {
    yield* this.#dispatch()
    const rest = this.#raw.join('\n').trim()
    this.#raw = []
    if (rest === '') return
    if (isWebPage(rest)) yield { type: 'page', title: readPageTitle(rest) }
    else yield* readData([rest], null)
  }

  /** A complete value ends with its line when the service omits the blank one. */
  *#takeData(data: string): Generator<ReplyEvent> {
    const text = data.replace(/^(?:data:\s*)+/, '')
    if (this.#data.length > 0 && isWhole(this.#data.join('\n'))) yield* this.#dispatch()
    this.#data.push(text)
    if (endMark.test(text.trim())) yield* this.#dispatch()
  }

  *#dispatch(): Generator<ReplyEvent> {
    const [name, data] = [this.#name, this.#data]
    this.#name = null
    this.#data = []
    if (data.every((line) => line.trim() === '')) {
      if (name === 'error') yield { type: 'words', words: '', name, isBroken: false }
      return
    }
    yield* readData(data, name)
  }

  /** A line without a known field: JSON on its own, a web page, or text. */
  *#takeRaw(line: string): Generator<ReplyEvent> {
    if (this.#raw.length === 0) {
      if (this.#data.length > 0) yield* this.#dispatch()
      this.#progress = new JsonProgress()
      this.#rawLength = 0
    }
    const isJson = /^\s*[{[]/.test(this.#raw[0] ?? line)
    if (!isJson && this.#rawLength > longestWords) return
    this.#raw.push(line)
    this.#rawLength += line.length
    if (!isJson) {
      // Text on a line of its own doesn't hide the events that follow.
      if (!/^\s*</.test(this.#raw[0] ?? '')) yield* this.end()
      return
    }
    this.#progress.feed(`${line}\n`)
    if (this.#progress.isWhole) yield* this.end()
  }
}

function isWhole(data: string): boolean {
  return endMark.test(data.trim()) || parseAll(data) !== null
}

/** Several values may be on one line, and one value may be split into lines at any place. */
function* readData(lines: readonly string[], name: string | null): Generator<ReplyEvent> {
  const text = lines.join('\n')
  if (endMark.test(text.trim())) {
    yield { type: 'done' }
    return
  }
  const values = parseAll(text) ?? (lines.length > 1 ? parseAll(lines.join('')) : null)
  if (values !== null) for (const value of values) yield { type: 'value', value, name }
  else if (lines.length > 1) for (const line of lines) yield* readData([line], name)
  else yield { type: 'words', words: text.slice(0, longestWords), name, isBroken: /^\s*[{[]/.test(text) }
}

/** Null: it isn't JSON. */
function parseAll(text: string): readonly unknown[] | null {
  const value = parseLenientJson(text)
  if (value !== undefined) return Array.isArray(value) ? (value as unknown[]) : [value]
  const values: unknown[] = []
  for (let rest = text.trim(); rest !== '';) {
    const end = /^[{[]/.test(rest) ? new JsonProgress().feed(rest) : -1
    const one = end === -1 ? undefined : parseLenientJson(rest.slice(0, end))
    if (one === undefined) return null
    values.push(...(Array.isArray(one) ? (one as unknown[]) : [one]))
    rest = rest.slice(end).trim()
  }
  return values
}
