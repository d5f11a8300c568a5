/**
 * Model requests as they were sent, for the user to inspect: the body of each attempt, captured where it goes to the
 * network. Only in memory, compressed and limited: on disk, every step would store the whole conversation again.
 */
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { directModelId } from '../contract/direct-model'
import type { Message } from '../contract/conversations'
import type { SentRequest } from '../contract/models/sent-requests'
import type { ModelProvider, ResolvedModel, SentBody } from '../models/model'

export interface SentRequestsOptions {
  readonly now: () => number
  readonly newId: () => string
}

/** `bytes` in total before compression, of which one may use `ofOne`; a request without its body is still listed. */
export const sentLimits = { bytes: 64_000_000, ofOne: 32_000_000, lines: 1_000 } as const

type AnswerPlace = Pick<Message, 'conversationId' | 'id'>

interface Kept extends Omit<SentRequest, 'isKept'> {
  readonly conversationId: string
  readonly messageId: string
  /** Packed, which comes to its end a moment later; null: not kept. */
  readonly body: Promise<Uint8Array | null> | null
}

const deflate = promisify<string, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)
const unpack = promisify<Uint8Array, Buffer>(zlib.inflateRaw)

/**
 * Off the main thread. Requests repeat themselves: a higher level compresses them little better. Null: out of memory.
 */
async function pack(body: string): Promise<Uint8Array | null> {
  try {
    // zlib returns a view of a 16 kB buffer, even for a short result.
    return new Uint8Array(await deflate(body, { level: zlib.constants.Z_BEST_SPEED }))
  } catch {
    return null
  }
}

export class SentRequests {
  readonly #options: SentRequestsOptions
  /** Oldest first. */
  #kept: readonly Kept[] = []

  constructor(options: SentRequestsOptions) {
    this.#options = options
  }

  /** The model with its requests stored for the answer. Direct sends nothing. */
  forTurn(resolved: ResolvedModel, model: string, place: AnswerPlace): ResolvedModel {
    const { provider } = resolved
    if (model === directModelId) return resolved
    const { admitted } = provider
    const keep = (sent: SentBody): void => this.#keep(model, place, sent)
    const heard: ModelProvider = {
      name: provider.name,
      listModels: (signal) => provider.listModels(signal),
      ...(admitted !== undefined && { admitted }),
      stream: (request, signal) => {
        const onSent = (sent: SentBody): void => {
          keep(sent)
          request.onSent?.(sent)
        }
        return provider.stream({ ...request, onSent }, signal)
      }
    }
    return { ...resolved, provider: heard }
  }

  list(messageId: string): SentRequest[] {
    return this.#kept
      .filter((one) => one.messageId === messageId)
      .map(({ id, at, model, address, bytes, body }) => {
        return { id, at, model, address, bytes, isKept: body !== null }
      })
  }

  /** Null: it is not kept any more. */
  async read(requestId: string): Promise<string | null> {
    const packed = (await this.#kept.find(({ id }) => id === requestId)?.body) ?? null
    return packed === null ? null : (await unpack(packed)).toString('utf8')
  }

  /** Deleted with the conversation. */
  forget(conversationId: string): void {
    this.#kept = this.#kept.filter((one) => one.conversationId !== conversationId)
  }

  #keep(model: string, { conversationId, id: messageId }: AnswerPlace, { address, body }: SentBody): void {
    const { now, newId } = this.#options
    const bytes = Buffer.byteLength(body)
    const one: Kept = {
      ...{ id: newId(), at: now(), model, address, bytes, conversationId, messageId },
      body: bytes > sentLimits.ofOne ? null : pack(body)
    }
    this.#kept = bounded([...this.#kept, one])
  }
}

/** Drops the oldest bodies first. */
function bounded(all: readonly Kept[]): readonly Kept[] {
  let left: number = sentLimits.bytes
  return all
    .slice(-sentLimits.lines)
    .toReversed()
    .map((one) => {
      if (one.body === null) return one
      left -= one.bytes
      return left < 0 ? { ...one, body: null } : one
    })
    .toReversed()
}
