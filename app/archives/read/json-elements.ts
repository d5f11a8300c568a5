/**
 * Reads the conversations of a JSON file one by one, without loading the whole file: it scans brackets and quotation
 * marks, and parses each conversation separately. The list is at the top level or under `conversations`. An object
 * without such a list is one conversation.
 */
import { ArchiveProblem } from './archive-problem'

export type JsonElement =
  | { readonly type: 'value'; readonly value: unknown }
  /** `broken`: not JSON. `too-large`: skipped. */
  | { readonly type: 'broken' | 'too-large' }

export interface JsonElements {
  /** The object's content before the list; null: no object, or no list. */
  readonly head: unknown
  readonly element: JsonElement
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])
const blanks = new Set([0x09, 0x0a, 0x0d, 0x20])
const list = 0x5b
const listKey = /"conversations"\s*:\s*$/
/** Of the object before its list. */
const longestHead = 65_536

/** @throws ArchiveProblem not-json, cut-off */
export async function* readJsonElements(
  chunks: AsyncIterable<Uint8Array>,
  longest: number
): AsyncGenerator<JsonElements> {
  const scanner = new Scanner(longest)
  for await (const chunk of chunks) yield* scanner.take(chunk)
  yield* scanner.end()
}

class Scanner {
  readonly #longest: number
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** Commas between conversations; 0: the whole is one. */
  #listDepth = 0
  #head: unknown = null
  /** Of the current conversation. */
  #pieces: Uint8Array[] = []
  #size = 0
  #read = 0
  #isOver = false

  constructor(longest: number) {
    this.#longest = longest
  }

  *take(bytes: Uint8Array): Generator<JsonElements> {
    const chunk = this.#read === 0 ? withoutMark(bytes) : bytes
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      if (this.#isInString) this.#passString(byte)
      else if (byte === quote) this.#isInString = this.#startValue(at)
      else if (openings.has(byte)) {
        this.#startValue(at)
        this.#depth += 1
        if (this.#beginsList(byte, chunk.subarray(from, at))) from = at + 1
      } else if (closings.has(byte)) {
        this.#depth -= 1
        if (this.#listDepth > 0 && this.#depth === this.#listDepth - 1) {
          yield* this.#flush(chunk.subarray(from, at))
          this.#isOver = true
          from = at + 1
        }
        if (this.#depth < 0) throw new ArchiveProblem('not-json', this.#read + at)
      } else if (byte === comma && this.#depth === this.#listDepth && this.#listDepth > 0) {
        yield* this.#flush(chunk.subarray(from, at))
        from = at + 1
      } else if (this.#depth === 0 && !blanks.has(byte)) {
        throw new ArchiveProblem('not-json', this.#read + at)
      }
    }
    this.#keep(chunk.subarray(from))
    this.#read += chunk.length
  }

  *end(): Generator<JsonElements> {
    if (this.#read === 0) throw new ArchiveProblem('not-json', 0)
    if (this.#depth > 0 || this.#isInString) throw new ArchiveProblem('cut-off', this.#read)
    if (this.#listDepth === 0) yield* this.#flush(new Uint8Array())
  }

  /** Nothing follows the top-level value. */
  #startValue(at: number): true {
    const isAfterIt = this.#depth === 0 && this.#read + at > 0 && (this.#isOver || this.#listDepth > 0)
    if (isAfterIt) throw new ArchiveProblem('not-json', this.#read + at)
    return true
  }

  #passString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#isInString = false
  }

  /** The text before the list is the head. */
  #beginsList(byte: number, before: Uint8Array): boolean {
    if (byte !== list || this.#listDepth > 0 || this.#depth > 2) return false
    if (this.#depth === 1) {
      this.#listDepth = 1
      this.#drop()
      return true
    }
    if (this.#size > longestHead) return false
    const head = toText([...this.#pieces, before])
    if (!listKey.test(head)) return false
    this.#listDepth = 2
    this.#head = parsed(`${head}[]}`).value ?? null
    this.#drop()
    return true
  }

  #keep(bytes: Uint8Array): void {
    if (this.#isOver) return
    this.#size += bytes.length
    if (this.#size > this.#longest) this.#pieces = []
    // A stream may reuse its buffers.
    else if (bytes.length > 0) this.#pieces.push(Uint8Array.from(bytes))
  }

  *#flush(last: Uint8Array): Generator<JsonElements> {
    if (this.#isOver) return
    this.#keep(last)
    const isTooLarge = this.#size > this.#longest
    const text = isTooLarge ? '' : toText(this.#pieces)
    this.#drop()
    if (isTooLarge) yield { head: this.#head, element: { type: 'too-large' } }
    else if (text.trim() !== '') yield { head: this.#head, element: parsed(text) }
  }

  #drop(): void {
    this.#pieces = []
    this.#size = 0
  }
}

function parsed(text: string): { readonly type: 'value' | 'broken'; readonly value?: unknown } & JsonElement {
  try {
    return { type: 'value', value: JSON.parse(text) as unknown }
  } catch {
    return { type: 'broken' } // not JSON, or nested too deeply
  }
}

function toText(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('utf8')
}

function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk
}
