/**
 * Turns the response of a service, in any format, into the parts of a reply. An answer that can't be read ends with the
 * service's own message, never silently.
 */
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { ModelPart } from '../model'
import {
  droppedError,
  refusedAnswer,
  toModelError,
  describeErrorStatus,
  nameFailedService
} from '../vendor/errors'
import type { ErrorContext } from '../vendor/errors'
import { parseReplyEvents } from './reply-events'
import type { ReplyEvent } from './reply-events'
import { isVendorFields } from '../vendor/fields'
import { ThoughtFolder } from './fold-thoughts'
import type { ReplyReader } from './reply-reader'
import { findServiceError, findErrorText } from '../vendor/service-error'

interface Reading {
  readonly reader: ReplyReader
  readonly context: ErrorContext
  readonly signal: AbortSignal
}

/** @throws HostError, or the signal's reason */
export async function* readModelReply(response: Response, reading: Reading): AsyncGenerator<ModelPart> {
  const { signal, context } = reading
  const folder = new ThoughtFolder()
  const content = new ContentCounter()
  const fold = function* (part: ModelPart): Generator<ModelPart> {
    if (part.type === 'ended') yield* folder.end()
    yield* folder.take(part)
  }
  try {
    for await (const part of readParts(response, { ...reading, content })) {
      for (const folded of fold(part)) {
        content.count(folded)
        requireContent(folded, context, content)
        yield folded
      }
    }
  } catch (error) {
    yield* folder.end()
    signal.throwIfAborted()
    throw toModelError(error, context, true)
  }
}

/** @throws HostError MODEL_EMPTY_ANSWER at the end of an answer without content */
function requireContent(part: ModelPart, context: ErrorContext, content: ContentCounter): void {
  if (part.type !== 'ended' || !content.isEmpty || explainsItself(part.stopReason)) return
  throw emptyAnswer(context, content)
}

async function* readParts(
  response: Response,
  { reader, context, signal, content }: Reading & { readonly content: ContentCounter }
): AsyncGenerator<ModelPart> {
  const stray = new StrayWords()
  let isDone = false
  for await (const event of parseReplyEvents(response)) {
    signal.throwIfAborted()
    if (event.type === 'done') isDone = true
    else if (event.type === 'page') throw pageInPlace(event.title, context, content.hasBegun)
    else yield* readEvent(event, { reader, context, stray, content })
  }
  signal.throwIfAborted()
  yield* reader.end(isDone)
  yield* readEnd(reader, { context, stray, content })
}

interface Ending {
  readonly context: ErrorContext
  readonly stray: StrayWords
  readonly content: ContentCounter
}

function* readEvent(
  event: ReplyEvent & { readonly type: 'value' | 'words' },
  { reader, context, stray, content }: Ending & { readonly reader: ReplyReader }
): Generator<ModelPart> {
  const value = event.type === 'words' ? event.words : event.value
  if (isVendorFields(value)) yield* reader.read(value, event.name)
  const error = findServiceError(value, event.name)
  if (error !== null) throw refusedAnswer(error, context, content.hasBegun)
  if (event.type === 'words') stray.add(event.words, event.isBroken)
  else stray.add(findErrorText(value), false)
}

function* readEnd(reader: ReplyReader, { context, stray, content }: Ending): Generator<ModelPart> {
  const stopReason = reader.stopReason()
  const { words } = stray
  if (stopReason === 'error')
    throw refusedAnswer({ type: null, status: null, words }, context, content.hasBegun)
  if (content.hasBegun && (stopReason === null || stray.isPieceLost))
    throw droppedError(context, undefined, words)
  if (!content.hasBegun && words !== null && !explainsItself(stopReason)) throw noAnswer(words, context)
  if (stopReason === null) throw emptyAnswer(context, content)
  yield { type: 'ended', stopReason, usage: reader.usage() }
}

/** For these, a note already explains the empty answer. */
function explainsItself(stopReason: string | null): boolean {
  return stopReason === 'max_tokens' || stopReason === 'refusal' || stopReason === 'pause_turn'
}

function pageInPlace(title: string, context: ErrorContext, hasBegun: boolean): HostError {
  if (hasBegun) return droppedError(context, undefined, title === '' ? null : title)
  const text = say('models.webPage', {
    host: nameFailedService(context),
    title: describeErrorStatus(title, context) ?? '?'
  })
  return new HostError('MODEL_REFUSED_REQUEST', text)
}

function noAnswer(text: string, context: ErrorContext): HostError {
  const message = say('models.noAnswer', {
    host: nameFailedService(context),
    words: describeErrorStatus(text, context) ?? '?'
  })
  return new HostError('MODEL_REFUSED_REQUEST', message)
}

function emptyAnswer(context: ErrorContext, { hasThoughts }: ContentCounter): HostError {
  const host = nameFailedService(context)
  return new HostError(
    'MODEL_EMPTY_ANSWER',
    hasThoughts ? say('models.onlyThoughts', { host }) : say('models.emptyAnswer', { host })
  )
}

/** Text from the service that isn't part of an answer. */
class StrayWords {
  readonly #all: string[] = []
  /** Whether an unreadable piece of the answer arrived. */
  isPieceLost = false

  add(text: string | null, isBroken: boolean): void {
    this.isPieceLost ||= isBroken
    if (text !== null && text.trim() !== '' && this.#all.length < 20) this.#all.push(text.trim())
  }

  get words(): string | null {
    return this.#all.length === 0 ? null : this.#all.join(' ')
  }
}

/** Counts the parts that were emitted for an answer. */
class ContentCounter {
  #hasText = false
  #hasCalls = false
  hasThoughts = false

  /** Whether the answer has nothing for the user. */
  get isEmpty(): boolean {
    return !this.#hasText && !this.#hasCalls
  }

  get hasBegun(): boolean {
    return !this.isEmpty || this.hasThoughts
  }

  count(part: ModelPart): void {
    if (part.type === 'text-delta') this.#hasText ||= part.text.trim() !== ''
    else if (part.type === 'text-was-thinking') this.#turnIntoThought()
    else if (part.type === 'thinking-delta') this.hasThoughts ||= part.text.trim() !== ''
    else if (part.type === 'tool-call-started' || part.type === 'tool-call-requested') this.#hasCalls = true
  }

  #turnIntoThought(): void {
    this.hasThoughts ||= this.#hasText
    this.#hasText = false
  }
}
