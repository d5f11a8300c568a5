/**
 * Tells the user once per turn what the model can't read unchanged: pictures, sounds, files, and content of unknown
 * kinds.
 */
import type { NotePart } from '../../contract/conversations'
import type { ModelPart, ModelRequest } from '../../models/model'
import { wasSent, nameAllMedia } from '../../models/unsent-media'
import type { Media } from '../../models/unsent-media'
import { say } from '../../texts/render-localized'
import type { LiveMessage } from '../messages/live-message'
import { addPart } from '../messages/transcript'

export interface WatchedReply {
  readonly stream: (onSent: NonNullable<ModelRequest['onSent']>) => AsyncIterable<ModelPart>
  /** What is new in this turn. */
  readonly media: () => readonly Media[]
  readonly live: Pick<LiveMessage, 'read' | 'change'>
  readonly step: number
}

export class NotTakenNotes {
  /** What reached the model or was named, by its content. A later step may leave it out. */
  readonly #settled = new Set<unknown>()

  /** Passes the reply on, after the notes. */
  async *watch({ stream, media, ...place }: WatchedReply): AsyncIterable<ModelPart> {
    // The last request is the accepted one. Those before it were refused.
    const bodies: string[] = []
    for await (const part of stream((sent) => bodies.push(sent.body))) {
      const isReply = part.type !== 'tool-left-out' && part.type !== 'document-left-out'
      const body = isReply ? bodies.splice(0).at(-1) : undefined
      if (body !== undefined) this.#settle(media(), body, place)
      yield part
    }
  }

  #settle(media: readonly Media[], body: string, { live, step }: Pick<WatchedReply, 'live' | 'step'>): void {
    const fresh = media.filter((one) => !this.#settled.has(keyOf(one)))
    for (const one of fresh) this.#settled.add(keyOf(one))
    const what = nameAllMedia(fresh.filter((one) => !wasSent(one, body)))
    if (what === null) return
    const text = say('conversation.notTaken', { what })
    const note: NotePart = { type: 'note', step, serverName: null, text, isForModel: false }
    // An answer that continues after an error has the note only once.
    if (!live.read().parts.some((part) => isSame(part, note)))
      live.change((message) => addPart(message, note))
  }
}

function isSame(part: { readonly type: string; readonly text?: unknown }, { text }: NotePart): boolean {
  return part.type === 'note' && JSON.stringify(part.text) === JSON.stringify(text)
}

function keyOf({ block }: Media): unknown {
  if (block.type === 'resource') return block.blob
  return block.type === 'image' || block.type === 'audio' ? block.data : JSON.stringify(block)
}
