/**
 * Reads one event stream. The caller interprets the events and decides what happens at the end. `limited-fetch.ts`
 * limits the size of events.
 */
import { createParser } from 'eventsource-parser'
import type { EventSourceMessage } from 'eventsource-parser'

export interface EventListeners {
  readonly onEvent: (event: EventSourceMessage) => void
  /** Milliseconds that the server wants between the end of the stream and the next attempt. */
  readonly onRetry?: (retryMs: number) => void
  /** Called with bytes that aren't UTF-8. They are replaced in the text. */
  readonly onInvalidText: (bytes: Buffer) => void
}

/** Resolves at the end of the stream. Rejects if it breaks. */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  { onEvent, onRetry = () => {}, onInvalidText }: EventListeners
): Promise<void> {
  const parser = createParser({ onEvent, onRetry })
  const decode = createDecoder(onInvalidText)
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) parser.feed(decode(chunk))
}

/**
 * Decodes strictly until the first chunk that isn't UTF-8, so that the chunk can be shown, and with replacements from
 * then on.
 */
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
