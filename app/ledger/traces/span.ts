/** A span of a trace, as Parley builds it. `trace-collector.ts` turns it into the form that is sent. */
import { randomBytes } from 'node:crypto'

export type SpanValue = string | number | boolean | readonly string[]
/** Names follow the semantic conventions for GenAI and MCP. Names of our own start with `parley.`. */
export type SpanAttributes = Readonly<Record<string, SpanValue>>

/** Hexadecimal. @spec https://www.w3.org/TR/trace-context */
export interface SpanIds {
  readonly traceId: string
  readonly spanId: string
}

export interface FinishedSpan extends SpanIds {
  readonly name: string
  readonly kind: 'internal' | 'client'
  /** Null: it is the first of its trace. */
  readonly parentId: string | null
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: SpanAttributes
  /** The class of the failure, such as a failure code; null: none. */
  readonly error: string | null
}

export interface SpanStart extends Pick<FinishedSpan, 'name' | 'kind' | 'startedAt' | 'attributes'> {
  /** Null: it begins a trace. */
  readonly parent: SpanIds | null
}

export interface SpanEnd extends Pick<FinishedSpan, 'endedAt'> {
  readonly attributes?: SpanAttributes
  readonly error?: string | null
}

export class OpenSpan implements SpanIds {
  readonly traceId: string
  readonly spanId = randomBytes(8).toString('hex')
  readonly #start: SpanStart

  constructor(start: SpanStart) {
    this.#start = start
    this.traceId = start.parent?.traceId ?? randomBytes(16).toString('hex')
  }

  end({ endedAt, attributes, error = null }: SpanEnd): FinishedSpan {
    const { parent, ...start } = this.#start
    return {
      ...start,
      traceId: this.traceId,
      spanId: this.spanId,
      parentId: parent?.spanId ?? null,
      endedAt,
      attributes: { ...start.attributes, ...attributes, ...(error !== null && { 'error.type': error }) },
      error
    }
  }
}

/** For the receiver of a request, so that its own spans belong to the same trace. */
export function toTraceparent({ traceId, spanId }: SpanIds): string {
  return `00-${traceId}-${spanId}-01`
}
