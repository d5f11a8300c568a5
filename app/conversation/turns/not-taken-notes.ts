/** Tells the person once a turn of what their model didn't get as it is: pictures, sounds, files, contents of unknown kinds. */
import type { Said } from '../../contract/said'
import type { ModelPart, ModelRequest } from '../../models/model'
import { isTaken, namesOf } from '../../models/not-taken'
import type { Media } from '../../models/not-taken'
import { say } from '../../texts/said'

export interface WatchedReply {
  readonly stream: (onSent: NonNullable<ModelRequest['onSent']>) => AsyncIterable<ModelPart>
  /** What is new in this turn. */
  readonly media: () => readonly Media[]
  readonly tell: (text: Said) => void
}

export class NotTakenNotes {
  /** What reached the model or was named, by its bytes: a later step may send it no more. */
  readonly #settled = new Set<unknown>()

  /** The reply, once it begins behind what is told. */
  async *watch({ stream, media, tell }: WatchedReply): AsyncIterable<ModelPart> {
    // The last is the one that was taken: those before it were refused.
    const bodies: string[] = []
    for await (const part of stream((sent) => bodies.push(sent.body))) {
      const isReply = part.type !== 'tool-left-out' && part.type !== 'document-left-out'
      const body = isReply ? bodies.splice(0).at(-1) : undefined
      if (body !== undefined) this.#settle(media(), body, tell)
      yield part
    }
  }

  #settle(media: readonly Media[], body: string, tell: (text: Said) => void): void {
    const fresh = media.filter((one) => !this.#settled.has(keyOf(one)))
    for (const one of fresh) this.#settled.add(keyOf(one))
    const what = namesOf(fresh.filter((one) => !isTaken(one, body)))
    if (what !== null) tell(say('conversation.notTaken', { what }))
  }
}

function keyOf({ block }: Media): unknown {
  if (block.type === 'resource') return block.blob
  return block.type === 'image' || block.type === 'audio' ? block.data : JSON.stringify(block)
}
