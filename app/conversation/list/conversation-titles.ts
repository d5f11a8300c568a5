/**
 * Titles written by a model. One request per conversation, after an answer, to the provider that has just answered and
 * so has already read the text: no one else gets it. The request counts toward usage and its limits like any other.
 */
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { directModelId } from '../../contract/direct-model'
import type { Message } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'
import type { ResolvedModel } from '../../models/model'
import { withoutLeftOut } from '../context/excluded-parts'
import { applySummary } from '../context/apply-summary'
import { cleanTitle, titleRequest } from '../context/title-request'
import { titleFrom } from '../messages/transcript'
import type { Conversation, ConversationIndex } from '../turns/conversation-list'

export interface TitlesOptions {
  readonly list: ConversationIndex
  readonly history: Pick<HistoryStore, 'readAllMessages'>
  /** The model that writes the title after this model has answered, from the same provider. null: none. */
  readonly titleModelOf: (modelId: string) => string | null
  readonly resolveModel: (modelId: string, message: Pick<Message, 'conversationId' | 'id'>) => ResolvedModel
  readonly log: Logger
}

const patienceMs = 30_000
/** In characters. The title is at the beginning. */
const longestReply = 1_000

export class Titles {
  readonly #options: TitlesOptions
  readonly #asked = new Set<string>()
  readonly #ending = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: TitlesOptions) {
    this.#options = options
  }

  /** Call when an answer has ended. Never throws. The title follows later. */
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

  /** Cancels open requests. Resolves when none is left. */
  async dispose(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }

  async #ask(conversation: Conversation, answer: Message, titleModel: string): Promise<void> {
    const { list, history, resolveModel } = this.#options
    const messages = await history.readAllMessages(conversation.stored.id)
    const [first] = messages
    if (first === undefined || first.importedFrom !== undefined) return
    const sent = withoutLeftOut(applySummary(messages).rest, new Set(conversation.stored.leftOut))
    if (!sent.some(({ id }) => id === first.id)) return // the answering model never received it
    const made = titleFrom(first.parts)
    const isStill = () => conversation.stored.title === made && list.get(conversation.stored.id) !== null
    if (!isStill()) return // the user or a model has named it
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

  /** The title from the first message stays. */
  #report(error: unknown): void {
    if (error instanceof HostError || this.#ending.signal.aborted) return
    this.#options.log.warn('A title could not be requested', { error })
  }
}
