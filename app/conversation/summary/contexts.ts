/**
 * The context of conversations: how full the next request is, and the summaries that shorten it. A summary is stored in
 * the last message that it replaces. It changes and deletes no message.
 */
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/bridge/calls'
import { directModelId } from '../../contract/direct-model'
import type { Message } from '../../contract/conversations'
import { longestSummary } from '../../contract/models/context-view'
import { mostLeftOut, type PartText } from '../../contract/models/request-parts'
import type { HistoryStore } from '../../history/interface'
import type { ResolvedModel } from '../../models/model'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import { buildRequest } from '../context/next-request'
import type { ReviewedMetadata } from '../context/reviewed-metadata'
import { planRequest, buildRequestSource, describeServers } from '../context/plan-request'
import type { PlannedRequest, Offered, Plan } from '../context/plan-request'
import { splitRequestParts } from '../context/split-request-parts'
import type { FoundPart } from '../context/split-request-parts'
import { summaryEnd } from '../context/apply-summary'
import { chooseAllTools } from '../tools/chosen-tools'
import { offeredIn, withChoices } from '../turns/apply-choices'
import type { Conversation, ConversationIndex } from '../turns/conversation-list'
import type { TurnRuns } from '../turns/turn-runs'
import type { TurnSettings } from '../context/turn-settings'
import type { TurnStarts } from '../turns/turn-start'
import { askForSummary } from './ask-for-summary'

export interface ContextsOptions {
  readonly history: Pick<HistoryStore, 'readMessage' | 'saveMessage'>
  readonly servers: Pick<Servers, 'catalog' | 'instructions'>
  readonly words: Pick<ReviewedMetadata, 'tools' | 'instructions'>
  readonly list: ConversationIndex
  readonly starts: Pick<TurnStarts, 'readAll'>
  readonly runs: Pick<TurnRuns, 'begin'>
  /** Resolves when call updates from outside their turns are saved. */
  readonly settled: () => Promise<void>
  /** @throws HostError MODEL_UNKNOWN */
  readonly resolveModel: (modelId: string, message: Pick<Message, 'conversationId' | 'id'>) => ResolvedModel
  readonly readSettings: () => TurnSettings
  /** A stored message has changed. */
  readonly onChanged: (message: Message) => void
  readonly now: () => number
}

/** Characters that are shown of one part. */
const longestPart = 500_000

type Call<Verb extends string> = Handlers[`context.${Verb}` & keyof Handlers]

export class Contexts {
  readonly #options: ContextsOptions

  constructor(options: ContextsOptions) {
    this.#options = options
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  readonly read: Call<'read'> = async ({ conversationId }) => {
    const conversation = this.#options.list.find(conversationId)
    const asked = await this.#askedNext(conversation)
    if (asked === null) return null
    const { tokens, isCorrected, setAside, isFull } = this.#plan(conversation, asked)
    const { contextTokens } = asked.target
    const end = summaryEnd(asked.messages)
    return { tokens, isCorrected, contextTokens, leftOutResults: setAside.size, isFull, summaryEnd: end }
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  readonly readParts: Call<'read-parts'> = async ({ conversationId }) => {
    const parts = await this.#parts(conversationId)
    const leftOut = new Set(this.#options.list.find(conversationId).stored.leftOut)
    return parts?.map(({ part }) => ({ ...part, isLeftOut: leftOut.has(part.key) })) ?? null
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  readonly readPart: Call<'read-part'> = async ({ conversationId, key }) => {
    const found = (await this.#parts(conversationId))?.find(({ part }) => part.key === key)
    return found === undefined ? null : cut(found.words())
  }

  /** @throws HostError BRIDGE_INVALID_INPUT, CONVERSATION_BUSY, HISTORY_UNAVAILABLE */
  readonly setPart: Call<'set-part'> = async ({ conversationId, key, isLeftOut }) => {
    const { list, runs } = this.#options
    const conversation = list.find(conversationId)
    await runs.begin(conversation, async () => {
      const others = (conversation.stored.leftOut ?? []).filter((one) => one !== key)
      const leftOut = (isLeftOut ? [...others, key] : others).slice(-mostLeftOut)
      const { leftOut: _before, ...stored } = conversation.stored
      conversation.stored = { ...stored, ...(leftOut.length > 0 && { leftOut }) }
      await list.save(conversation)
      return null
    })
  }

  /**
   * @throws HostError BRIDGE_INVALID_INPUT, CONVERSATION_BUSY, HISTORY_UNAVAILABLE, TOOL_CANCELLED (stopped), and the
   * model's failure
   */
  readonly summarize: Call<'summarize'> = async ({ conversationId, messageId }) => {
    const { list, runs } = this.#options
    const conversation = list.find(conversationId)
    let text = ''
    await runs.begin(conversation, async (signal) => {
      list.tell(conversation) // shows that it can be stopped
      text = await this.#summarize(conversation, messageId, signal)
      return null
    })
    return { text }
  }

  /** @throws HostError BRIDGE_INVALID_INPUT, CONVERSATION_BUSY, HISTORY_UNAVAILABLE */
  readonly setSummary: Call<'set-summary'> = async ({ conversationId, messageId, text }) => {
    if (text?.trim() === '') throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.emptySummary'))
    const conversation = this.#options.list.find(conversationId)
    await this.#options.runs.begin(conversation, async () => {
      await this.#keep(conversation, messageId, text)
      return null
    })
  }

  async #summarize(conversation: Conversation, messageId: string, signal: AbortSignal): Promise<string> {
    const { list, resolveModel } = this.#options
    const { id: conversationId } = conversation.stored
    const messages = await this.#readUntil(conversation, messageId)
    const modelId = list.modelOf(conversation)
    if (modelId === directModelId)
      throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.directNoSummary'))
    const target = resolveModel(modelId, { conversationId, id: messageId })
    // Only the conversation, without server metadata.
    const { messages: said } = buildRequest({
      messages,
      catalog: [],
      chosen: chooseAllTools([]),
      instructions: [],
      systemPrompt: '',
      isDirect: false,
      model: target.model,
      maxOutputTokens: 1,
      leftOut: new Set(conversation.stored.leftOut)
    })
    const text = await askForSummary(said, target, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
      throw new HostError('TOOL_CANCELLED', say('conversation.summaryStopped'), { cause: error })
    })
    return text.slice(0, longestSummary)
  }

  async #keep(conversation: Conversation, messageId: string, text: string | null): Promise<void> {
    const { history, settled, onChanged, now } = this.#options
    await this.#readUntil(conversation, messageId)
    await settled()
    const stored = await history.readMessage(conversation.stored.id, messageId)
    if (stored === null) throw notShown()
    const { summary: _before, ...rest } = stored
    const message = text === null ? rest : { ...rest, summary: { text, at: now() } }
    await history.saveMessage(message)
    onChanged(message)
  }

  /** All messages up to an answer of the visible branch. @throws HostError BRIDGE_INVALID_INPUT, HISTORY_UNAVAILABLE */
  async #readUntil(conversation: Conversation, messageId: string): Promise<readonly Message[]> {
    const all = await this.#options.starts.readAll(conversation)
    const index = all.findIndex(({ id, role }) => id === messageId && role === 'assistant')
    if (index < 0) throw notShown()
    return all.slice(0, index + 1)
  }

  /** null: the next answer comes from no model, or from an unknown one. */
  async #askedNext(conversation: Conversation): Promise<PlannedRequest | null> {
    const { list, starts, resolveModel, readSettings } = this.#options
    const modelId = list.modelOf(conversation)
    if (modelId === directModelId) return null
    const stored = await starts.readAll(conversation)
    const live = conversation.run?.live?.read()
    const messages = live === undefined ? stored : [...stored.filter(({ id }) => id !== live.id), live]
    try {
      const target = resolveModel(modelId, { conversationId: conversation.stored.id, id: '' })
      const choices = conversation.stored.choices ?? {}
      const settings = withChoices(readSettings(), choices, modelId)
      const leftOut = new Set(conversation.stored.leftOut)
      return { modelId, target, messages, leftOut, settings }
    } catch (error) {
      if (error instanceof HostError && error.code === 'MODEL_UNKNOWN') return null
      throw error
    }
  }

  /** Includes what is left out, because the user can include it again. */
  async #parts(conversationId: string): Promise<readonly FoundPart[] | null> {
    const conversation = this.#options.list.find(conversationId)
    const asked = await this.#askedNext(conversation)
    if (asked === null) return null
    const { request, setAside } = this.#plan(conversation, asked)
    const whole = { ...asked, leftOut: new Set<string>() }
    const source = buildRequestSource(whole, describeServers(whole, this.#offered(conversation)))
    return splitRequestParts({ ...source, setAside }, request)
  }

  #plan(conversation: Conversation, asked: PlannedRequest): Plan {
    return planRequest(asked, describeServers(asked, this.#offered(conversation)))
  }

  #offered({ stored }: Conversation): Offered {
    const { servers, words } = this.#options
    return { ...offeredIn(servers, stored.choices ?? {}), words }
  }
}

function notShown(): HostError {
  return new HostError('BRIDGE_INVALID_INPUT', say('conversation.messageNotShown'))
}

/** Cuts text that is longer than a window can show. */
function cut(words: readonly PartText[]): PartText[] {
  let left = longestPart
  return words.flatMap(({ by, text }) => {
    const piece = { by, text: text.slice(0, left) }
    left -= piece.text.length
    return piece.text === '' ? [] : [piece]
  })
}
