/**
 * Requests to models as they went out, for the person who wants to see them: the body of each try, taken where it is handed to
 * the network. In memory alone, packed and bounded: on disk every step of a conversation would stand there once more as a whole.
 */
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { directModelId } from '../../contract/content-blocks'
import type { Message } from '../../contract/conversations'
import type { SentRequest } from '../../contract/models/sent-requests'
import type { ModelProvider, ResolvedModel, SentBody } from '../../models/model'

export interface SentRequestsOptions {
  readonly now: () => number
  readonly newId: () => string
}

/** `bytes` in all before they are packed, of which one may take `ofOne`; lines are told of without their body, too. */
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

/** Beside the main thread. Requests repeat themselves: more work packs them little better. Null: no memory was left. */
async function pack(body: string): Promise<Uint8Array | null> {
  try {
    // What zlib gives lies in a room of 16 kB of its own, however short it is.
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

  /** The model with what it is sent for the answer kept. Direct is sent nothing. */
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

  /** What is deleted goes from here, too. */
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

/** The oldest bodies make room first. */
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
