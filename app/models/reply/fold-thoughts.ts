/**
 * Thoughts that a model writes into its answer between tags, as many local models do. At the start of an answer they
 * become thoughts; anywhere else, and in code, the tags are text.
 */
import type { ModelPart } from '../model'

interface Mark {
  readonly open: string
  /** Any of them ends the thought. */
  readonly close: readonly string[]
}

const names = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'scratchpad',
  'seed:think',
  'mm:think',
  'antthinking'
]
const harmonyStarts = ['<|channel|>', '<|start|>assistant<|channel|>']
const harmonyFinals = harmonyStarts.map((start) => `${start}final<|message|>`)
const marks: readonly Mark[] = [
  ...names.map((name) => ({ open: `<${name}>`, close: [`</${name}>`] })),
  { open: '[think]', close: ['[/think]'] },
  { open: '◁think▷', close: ['◁/think▷'] },
  { open: '<|begin_of_thought|>', close: ['<|end_of_thought|>'] },
  { open: '<|channel>thought', close: ['<channel|>'] },
  ...harmonyStarts.flatMap((start) =>
    ['analysis', 'commentary'].map((channel) => ({
      open: `${start}${channel}<|message|>`,
      close: [...harmonyFinals, '<|end|>']
    }))
  )
]
const opens = marks.map(({ open }) => open)
/** They mark the start of the answer. */
const answerMarks = [...harmonyFinals, '<|begin_of_solution|>']
/** A template may contain the opening tag, so that only the closing one arrives. */
const lonelyCloses = marks
  .flatMap(({ close }) => close)
  .filter((close) => /^(?:<\/|\[\/|◁\/|<\|end_of)/.test(close))

type State =
  /** Only white space and thoughts so far. */
  | { readonly type: 'start' }
  | { readonly type: 'thought'; readonly close: readonly string[] }
  /** `watches`: a closing tag without an opening one would turn it into a thought. */
  | { readonly type: 'answer'; readonly watches: boolean }

export class ThoughtFolder {
  #state: State = { type: 'start' }
  #held = ''
  readonly #code = new CodeTracker()
  #hasThought = false
  #hasThoughtWords = false
  /** The last emitted character of the thought. */
  #before = ''

  get #isInThought(): boolean {
    return this.#state.type === 'thought'
  }

  *take(part: ModelPart): Generator<ModelPart> {
    if (part.type === 'text-delta') {
      this.#held += part.text
      yield* this.#read(false)
      return
    }
    // Thoughts from the API and notes may come between two pieces of text.
    if (part.type === 'tool-call-started' || part.type === 'tool-call-requested') {
      yield* this.end()
      this.#state = { type: 'answer', watches: false }
    }
    yield part
  }

  /** Text that is delayed while it may become a tag. */
  *end(): Generator<ModelPart> {
    yield* this.#read(true)
    if (this.#isInThought) yield* this.#endThought()
  }

  *#read(isEnd: boolean): Generator<ModelPart> {
    for (let isMoving = true; isMoving && this.#held !== '';) {
      const [length, state] = [this.#held.length, this.#state]
      if (state.type === 'start') this.#readStart(isEnd)
      else if (state.type === 'thought') yield* this.#readThought(state.close, isEnd)
      else yield* this.#readAnswer(state.watches, isEnd)
      isMoving = this.#held.length !== length || this.#state !== state
    }
  }

  #readStart(isEnd: boolean): void {
    const text = this.#held.trimStart()
    if (text === '' && !isEnd) return
    const plain = text.toLowerCase()
    const answer = answerMarks.find((mark) => plain.startsWith(mark))
    const mark = marks.find(({ open }) => plain.startsWith(open))
    if (answer !== undefined) {
      this.#held = text.slice(answer.length).trimStart()
      this.#state = { type: 'answer', watches: false }
    } else if (mark !== undefined) {
      this.#held = text.slice(mark.open.length)
      this.#state = { type: 'thought', close: mark.close }
      this.#hasThought = true
    } else if (isEnd || ![...opens, ...answerMarks].some((open) => open.startsWith(plain))) {
      if (this.#hasThought) this.#held = text
      this.#state = { type: 'answer', watches: !this.#hasThought }
    }
  }

  *#readThought(close: readonly string[], isEnd: boolean): Generator<ModelPart> {
    const found = findMark(this.#held, close, { isEnd, before: this.#before, isText: isQuoted })
    const words = this.#held.slice(0, found.at)
    const isClosed = found.mark !== null
    // White space at the edges of a thought belongs to the tags.
    const shown = isClosed || isEnd ? words.trimEnd() : words.slice(0, words.trimEnd().length)
    const text = this.#hasThoughtWords ? shown : shown.trimStart()
    if (text !== '') {
      this.#hasThoughtWords = true
      yield { type: 'thinking-delta', text }
    }
    this.#before = shown.at(-1) ?? this.#before
    this.#held = this.#held.slice(shown.length)
    if (found.mark === null) return
    this.#held = this.#held.slice(words.length - shown.length + found.mark.length)
    yield* this.#endThought()
    const isAnswer = answerMarks.includes(found.mark)
    this.#state = isAnswer ? { type: 'answer', watches: false } : { type: 'start' }
  }

  *#endThought(): Generator<ModelPart> {
    this.#state = { type: 'start' }
    if (this.#hasThoughtWords) yield { type: 'thinking-ended', seal: null }
    this.#hasThoughtWords = false
  }

  *#readAnswer(watches: boolean, isEnd: boolean): Generator<ModelPart> {
    const sought = watches ? [...lonelyCloses, ...opens] : []
    const isText = ({ at }: Place) => this.#code.isInCode(this.#held.slice(0, at))
    const found = findMark(this.#held, sought, { isEnd, before: '', isText })
    const cut = found.mark === null && !isEnd ? wellFormedEnd(this.#held, found.at) : found.at
    const text = this.#held.slice(0, cut)
    this.#held = this.#held.slice(cut)
    if (text !== '') {
      this.#code.take(text)
      yield { type: 'text-delta', text }
    }
    if (found.mark === null) return
    if (lonelyCloses.includes(found.mark)) {
      this.#held = this.#held.slice(found.mark.length)
      this.#state = { type: 'start' }
      this.#hasThought = true
      yield { type: 'text-was-thinking' }
    } else this.#state = { type: 'answer', watches: false }
  }
}

/** Position of a mark in a text, and the text around it. */
interface Place {
  readonly at: number
  readonly before: string
  readonly after: string
}

interface Search {
  /** Whether the text is complete. */
  readonly isEnd: boolean
  /** The character before the text; empty: unknown or none. */
  readonly before: string
  readonly isText: (place: Place) => boolean
}

/** The first mark, or the position from which the text may become one. */
function findMark(text: string, sought: readonly string[], { isEnd, before, isText }: Search) {
  if (sought.length === 0) return { at: text.length, mark: null }
  const plain = text.toLowerCase()
  for (const { index: at } of plain.matchAll(/[<[◁]/g)) {
    const rest = plain.slice(at)
    const mark = sought.find((item) => rest.startsWith(item))
    const place = {
      at,
      before: at === 0 ? before : (text[at - 1] ?? ''),
      after: rest[mark?.length ?? 0] ?? ''
    }
    // A quotation mark may follow, which makes it plain text.
    if (mark !== undefined && place.before === '`' && place.after === '' && !isEnd) return { at, mark: null }
    if (mark !== undefined && !isText(place)) return { at, mark }
    if (mark === undefined && !isEnd && sought.some((entry) => entry.startsWith(rest)))
      return { at, mark: null }
  }
  return { at: text.length, mark: null }
}

function isQuoted({ before, after }: Place): boolean {
  return before === '`' && after === '`'
}

/** A chunk may end between the two units of a surrogate pair. */
function wellFormedEnd(text: string, end: number): number {
  return end > 0 && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
}

/** Whether Markdown at the end of the received text is in code. */
class CodeTracker {
  #line = ''
  #isFenced = false

  take(text: string): void {
    const lines = text.split('\n')
    for (const [at, piece] of lines.entries()) {
      this.#line += piece
      if (at === lines.length - 1) return
      if (/^\s*(?:```|~~~)/.test(this.#line)) this.#isFenced = !this.#isFenced
      this.#line = ''
    }
  }

  isInCode(more: string): boolean {
    const ahead = new CodeTracker()
    ahead.#line = this.#line
    ahead.#isFenced = this.#isFenced
    ahead.take(more)
    const line = ahead.#line
    const isFence = /^\s*(?:```|~~~)/.test(line)
    const marks = line.match(/`+/g)?.length ?? 0
    return ahead.#isFenced || isFence || /^(?: {4}|\t)/.test(line) || marks % 2 === 1
  }
}
