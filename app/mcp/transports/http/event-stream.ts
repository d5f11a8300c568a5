/**
 * Reads one event stream from its first byte to its last. What the events hold, and what to do when it ends, is the
 * caller's business; how much an event may hold is measured before, in `limited-fetch.ts`.
 */
import { createParser } from 'eventsource-parser'
import type { EventSourceMessage } from 'eventsource-parser'

export interface EventListeners {
  readonly onEvent: (event: EventSourceMessage) => void
  /** Milliseconds that the server asks to be left alone for after the stream has ended. */
  readonly onRetry?: (retryMs: number) => void
  /** Bytes that aren't UTF-8; what can't be read in them is replaced. */
  readonly onInvalidText: (bytes: Buffer) => void
}

/** Resolves at the end of the stream. Rejects when it breaks off. */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  { onEvent, onRetry = () => {}, onInvalidText }: EventListeners
): Promise<void> {
  const parser = createParser({ onEvent, onRetry })
  const decode = createDecoder(onInvalidText)
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) parser.feed(decode(chunk))
}

/** Reads strictly until the first chunk that isn't UTF-8, so that it can be shown, and with replacements after it. */
function createDecoder(onInvalidText: (bytes: Buffer) => void): (chunk: Uint8Array) => string {
  const lenient = new TextDecoder('utf-8')
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isValid = true
  return (chunk) => {
    const text = lenient.decode(chunk, { stream: true })
    try {
      if (isValid) strict.decode(chunk, { stream: true })
    } catch {
      isValid = false
      onInvalidText(Buffer.from(chunk))
    }
    return text
  }
}
