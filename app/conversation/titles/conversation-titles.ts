/**
 * Titles by a model. Asked for once a conversation, after an answer, of the provider that has just answered and so has
 * read these words: nobody gets to know more. The request is counted and held to the limits as any other.
 */
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { directModelId } from '../../contract/content-blocks'
import type { Message } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'
import type { ResolvedModel } from '../../models/model'
import { withoutLeftOut } from '../context/left-out'
import { summedUp } from '../context/summed-up'
import { cleanTitle, titleRequest } from '../context/title-request'
import { titleFrom } from '../messages/transcript'
import type { Conversation, ConversationIndex } from '../turns/conversation-list'

export interface TitlesOptions {
  readonly list: ConversationIndex
  readonly history: Pick<HistoryStore, 'readAllMessages'>
  /** Who writes the title where this model has answered: one of the same provider. Null: nobody is to be asked. */
  readonly titleModelOf: (modelId: string) => string | null
  readonly resolveModel: (modelId: string, message: Pick<Message, 'conversationId' | 'id'>) => ResolvedModel
  readonly log: Logger
}

const patienceMs = 30_000
/** In characters; a title stands at the beginning. */
const longestReply = 1_000

export class Titles {
  readonly #options: TitlesOptions
  readonly #asked = new Set<string>()
  readonly #ending = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: TitlesOptions) {
    this.#options = options
  }

  /** An answer has come to its end. Never throws; the title comes when it is there. */
  answered(conversation: Conversation, answer: Message): void {
    const { id } = conversation.stored
    if (this.#asked.has(id) || this.#ending.signal.aborted || answer.state !== 'complete') return
    if (answer.model === null || answer.model === directModelId) return
    const titleModel = this.#options.titleModelOf(answer.model)
    if (titleModel === null) return
    this.#asked.add(id)
    const asking = this.#ask(conversation, answer, titleModel).catch((error: unknown) => this.#report(error))
    this.#running = Promise.all([this.#running, asking])
  }

  /** Ends what is asked; resolves when nothing is any more. */
  async dispose(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }

  async #ask(conversation: Conversation, answer: Message, titleModel: string): Promise<void> {
    const { list, history, resolveModel } = this.#options
    const messages = await history.readAllMessages(conversation.stored.id)
    const [first] = messages
    if (first === undefined || first.importedFrom !== undefined) return
    const sent = withoutLeftOut(summedUp(messages).rest, new Set(conversation.stored.leftOut))
    if (!sent.some(({ id }) => id === first.id)) return // who has answered never got it
    const made = titleFrom(first.parts)
    const isStill = () => conversation.stored.title === made && list.get(conversation.stored.id) !== null
    if (!isStill()) return // the person has named it, or a model has
    const { provider, model } = resolveModel(titleModel, answer)
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(patienceMs)])
    let text = ''
    for await (const part of provider.stream(titleRequest(model, first, answer), signal)) {
      if (part.type === 'text-delta' && text.length < longestReply) text += part.text
      if (part.type === 'text-was-thinking') text = ''
    }
    const title = cleanTitle(text)
    if (title === '' || !isStill()) return
    conversation.stored = { ...conversation.stored, title }
    await list.save(conversation)
    list.tell(conversation)
  }

  /** The first words stay. */
  #report(error: unknown): void {
    if (error instanceof HostError || this.#ending.signal.aborted) return
    this.#options.log.warn('A title could not be asked for', { error })
  }
}
