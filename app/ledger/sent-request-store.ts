/**
 * Model requests as they were sent, for the user to inspect: the body of each attempt. Only in memory, compressed and
 * limited, because on disk every step would store the whole conversation again.
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

/** `bytes`: total before compression. `ofOne`: limit for one request. A request is listed even without its body. */
export const sentLimits = { bytes: 64_000_000, ofOne: 32_000_000, lines: 1_000 } as const

type AnswerPlace = Pick<Message, 'conversationId' | 'id'>

interface Kept extends Omit<SentRequest, 'isKept'> {
  readonly conversationId: string
  readonly messageId: string
  /** Compressed later; null: not stored. */
  readonly body: Promise<Uint8Array | null> | null
}

const deflate = promisify<string, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)
const unpack = promisify<Uint8Array, Buffer>(zlib.inflateRaw)

/** Compresses off the main thread. Requests repeat themselves, so a higher level gains little. Null: out of memory. */
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
  #kept: readonly Kept[] = []

  constructor(options: SentRequestsOptions) {
    this.#options = options
  }

  /** Wraps the model and stores its requests for the answer. Direct mode sends nothing. */
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
      .filter((item) => item.messageId === messageId)
      .map(({ id, at, model, address, bytes, body }) => {
        return { id, at, model, address, bytes, isKept: body !== null }
      })
  }

  /** Null: no longer stored. */
  async read(requestId: string): Promise<string | null> {
    const packed = (await this.#kept.find(({ id }) => id === requestId)?.body) ?? null
    return packed === null ? null : (await unpack(packed)).toString('utf8')
  }

  forget(conversationId: string): void {
    this.#kept = this.#kept.filter((item) => item.conversationId !== conversationId)
  }

  #keep(model: string, { conversationId, id: messageId }: AnswerPlace, { address, body }: SentBody): void {
    const { now, newId } = this.#options
    const bytes = Buffer.byteLength(body)
    const one: Kept = {
      id: newId(),
      at: now(),
      model,
      address,
      bytes,
      conversationId,
      messageId,
      body: bytes > sentLimits.ofOne ? null : pack(body)
    }
    this.#kept = bounded([...this.#kept, one])
  }
}

/** Drops the oldest bodies first. */
function bounded(all: readonly Kept[]): readonly Kept[] {
  let remaining: number = sentLimits.bytes
  return all
    .slice(-sentLimits.lines)
    .toReversed()
    .map((item) => {
      if (item.body === null) return item
      remaining -= item.bytes
      return remaining < 0 ? { ...item, body: null } : item
    })
    .toReversed()
}
