/**
 * `fetch` for remote servers, with a size limit per message, counted after decompression, and without network time
 * limits, because requests have their own. Electron's fetch can't be used, because it doesn't leave redirects to the
 * caller.
 */

import { withBody } from './http-messages'
import { loadFetch } from './no-timeout-fetch'
import type { Fetch } from './no-timeout-fetch'
import type { SeenAnswer } from '../../interface'
import type { LocalizedText } from '../../../contract/localized-text'
import { say, toEnglish } from '../../../texts/render-localized'

/** One for all servers, with its open connections. */
let loading: Promise<Fetch> | null = null

/** A body was cut off because a message in it is too large. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge'
  readonly said: LocalizedText

  constructor(limitBytes: number) {
    const text = say('mcp.messageTooLarge', { megabytes: Math.round(limitBytes / 1_048_576) })
    super(toEnglish(text))
    this.said = text
  }
}

/**
 * A fetch whose bodies fail with `MessageTooLarge`. An event stream is measured event by event. `onFailure` gets the
 * error, because the client library keeps no cause when a stream breaks or can't be opened.
 */
export function createLimitedFetch(
  limitBytes: number,
  onFailure: (error: unknown) => void,
  onAnswer: (seen: Seen) => void = () => {}
): Fetch {
  return async (url, init) => {
    loading ??= loadFetch()
    const fetch = await loading
    const response = await fetch(url, init).catch((error: unknown) => {
      onFailure(error)
      throw error
    })
    const seen = see(response)
    onAnswer(seen)
    if (response.body === null) return response
    const isStream =
      response.headers.get('content-type')?.toLowerCase().includes('text/event-stream') === true
    const body = response.body.pipeThrough(createMeter({ limitBytes, isStream, onFailure, seen }))
    return withBody(response, body)
  }
}

/** A response for troubleshooting: its headers and the start of its body. */
export type Seen = { -readonly [K in keyof SeenAnswer]: SeenAnswer[K] }

const seenLimit = 2_000

function see({ status, headers }: Response): Seen {
  const [contentType, location] = ['content-type', 'location'].map((name) => headers.get(name)?.slice(0, 500))
  return { status, contentType: contentType ?? null, location: location ?? null, text: '' }
}

function createMeter(options: {
  readonly seen: Seen
  readonly limitBytes: number
  readonly isStream: boolean
  readonly onFailure: (error: unknown) => void
}): TransformStream<Uint8Array, Uint8Array> {
  const { limitBytes, isStream, seen } = options
  let size = 0
  let lineLength = 0
  const count = (chunk: Uint8Array) => {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const carriageReturn = end > start && chunk[end - 1] === 13 ? 1 : 0
      lineLength += end - start - carriageReturn
      size = lineLength === 0 ? 0 : size + lineLength // an empty line ends an event
      lineLength = 0
      start = end + 1
    }
    lineLength += chunk.length - start
  }
  return new TransformStream({
    transform: (chunk, controller) => {
      const missing = seenLimit - seen.text.length
      if (missing > 0) seen.text += Buffer.from(chunk.subarray(0, missing)).toString('utf8')
      if (isStream) count(chunk)
      else size += chunk.length
      if (size + lineLength <= limitBytes) return controller.enqueue(chunk)
      const error = new MessageTooLarge(limitBytes)
      options.onFailure(error)
      controller.error(error)
    }
  })
}
