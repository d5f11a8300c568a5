/**
 * The conversations of the person as the host offers them: answers every `conversation.*` call, runs the
 * turns, tells every change. The list itself is in `conversation-list.ts`, the loop of a turn in `turn.ts`;
 * storage is behind `HistoryStore`.
 */
import { createEmitter } from '../base/emitter'
import { HostError } from '../base/host-error'
import type { Logger } from '../base/logger'
import type { ConsentGate } from '../consent/interface'
import type { Handlers } from '../contract/calls'
import { directModelId } from '../contract/conversations'
import type { ConversationSummary, Message, MessagePart } from '../contract/conversations'
import type { HistoryStore } from '../history/interface'
import type { ResolvedModel } from '../models/model'
import type { Servers } from '../servers/interface'
import { AttachmentWatch } from './attachment-watch'
import { readAttachments } from './attachments'
import type { AttachmentsOptions } from './attachments'
import type { ConversationEvent, Schedule } from './conversation-event'
import { ConversationList } from './conversation-list'
import type { Conversation, Run } from './conversation-list'
import { LiveMessage } from './live-message'
import { createToolCountNotice } from './offered-tools'
import { createMessage, nextPosition, settleLastMessage, withLive } from './stored-messages'
import type { MessagePlace } from './stored-messages'
import { titleFrom, untitled } from './transcript'
import { Turn } from './turn'
import type { TurnSettings } from './turn'

export interface ConversationsOptions {
  readonly history: HistoryStore
  readonly servers: Pick<Servers, 'catalog' | 'readTool' | 'checkArguments' | 'callTool'> &
    AttachmentsOptions['servers']
  readonly consent: Pick<ConsentGate, 'decideToolCall' | 'forgetConversation'>
  /** @throws HostError MODEL_UNKNOWN */
  readonly resolveModel: (modelId: string) => ResolvedModel
  /** The model of conversations that have no message yet. */
  readonly readDefaultModel: () => string
  readonly readSettings: () => TurnSettings
  readonly schedule: Schedule
  readonly now: () => number
  readonly newId: () => string
  readonly log: Logger
}

type Call<Verb extends string> = Handlers[`conversation.${Verb}` & keyof Handlers]

/** What a turn starts from: everything before the answer, and the answer, new or to be continued. */
interface Start {
  readonly earlier: readonly Message[]
  readonly answer: Message
}

const searchLimit = 100

export class Conversations {
  readonly #options: ConversationsOptions
  readonly #events = createEmitter<ConversationEvent>()
  readonly #list: ConversationList
  readonly #attachmentWatch: AttachmentWatch
  readonly #tellOfferedTools = createToolCountNotice((text) => this.#raise('status', text))

  constructor(options: ConversationsOptions) {
    this.#options = options
    this.#attachmentWatch = new AttachmentWatch({
      ...options,
      onMarked: (message) => this.#tellMessage(this.#list.find(message.conversationId), message)
    })
    this.#list = new ConversationList({ ...options, emit: (event) => this.#events.emit(event) })
  }

  /** Loads the list. @throws HostError HISTORY_UNAVAILABLE */
  start(): Promise<void> {
    return this.#list.load()
  }

  /** Stops all turns and waits until their answers are saved. */
  async dispose(): Promise<void> {
    const runs = this.#list.all().flatMap(({ run }) => run ?? [])
    for (const run of runs) run.controller.abort()
    await Promise.all(runs.map((run) => run.finished))
    await this.#attachmentWatch.dispose()
  }

  onEvent(listener: (event: ConversationEvent) => void): () => void {
    return this.#events.on(listener)
  }

  /** Newest first. */
  list(): ConversationSummary[] {
    return this.#list.summaries()
  }

  /** Conversations without messages follow the default model; the host says when it has changed. */
  defaultModelChanged(): void {
    for (const conversation of this.#list.all()) {
      if (conversation.model === null) this.#list.tell(conversation)
    }
  }

  readonly create: Call<'create'> = () => this.#list.tell(this.#list.takeEmpty())

  readonly read: Call<'read'> = async ({ conversationId, beforePosition, limit }) => {
    const conversation = this.#list.find(conversationId)
    if (!conversation.isPersisted) return { conversationId, messages: [], hasEarlier: false }
    await this.#settle(conversation)
    for (;;) {
      const { revision } = conversation
      const page = await this.#options.history.readMessages(conversationId, beforePosition, limit)
      if (conversation.revision !== revision) continue // the page may be from before
      for (const message of page.messages) this.#attachmentWatch.watch(message)
      // Nothing is awaited from here on: what is told next continues exactly what is returned.
      const live = conversation.run?.live ?? null
      live?.flush()
      return withLive(page, live?.read() ?? null, { beforePosition, limit })
    }
  }

  readonly rename: Call<'rename'> = async ({ conversationId, title }) => {
    const conversation = this.#list.find(conversationId)
    conversation.stored = { ...conversation.stored, title: title.trim() || untitled }
    return this.#saveAndTell(conversation)
  }

  readonly setModel: Call<'set-model'> = async ({ conversationId, model }) => {
    const conversation = this.#list.find(conversationId)
    conversation.model = model
    return this.#saveAndTell(conversation)
  }

  readonly delete: Call<'delete'> = async ({ conversationId }) => {
    const conversation = this.#list.find(conversationId)
    this.#list.remove(conversation)
    try {
      conversation.run?.controller.abort()
      await conversation.run?.finished
      if (conversation.isPersisted) await this.#options.history.deleteConversation(conversationId)
    } catch (error) {
      this.#list.put(conversation)
      throw error
    }
    this.#attachmentWatch.forget(conversationId)
    this.#events.emit({ name: 'conversation.removed', payload: { conversationId } })
    await this.#options.consent.forgetConversation(conversationId)
    return null
  }

  readonly search: Call<'search'> = async ({ query }) => {
    if (query.trim() === '') return this.list()
    return this.#list.pick(await this.#options.history.searchConversations(query, searchLimit))
  }

  /**
   * @throws HostError CONVERSATION_BUSY, HISTORY_UNAVAILABLE, TOOL_CANCELLED (stopped while attachments were read),
   * and what reading an attachment failed with. Nothing was sent then.
   */
  readonly send: Call<'send'> = async ({ conversationId, text, toolRequest, ...wanted }) => {
    const words: MessagePart[] = text.trim() === '' ? [] : [{ type: 'text', step: 0, text }]
    if (toolRequest !== null) words.push({ type: 'tool-request', ...toolRequest })
    const hasAttachments = wanted.resources.length > 0 || wanted.prompt !== null
    if (words.length === 0 && !hasAttachments)
      throw new HostError('BRIDGE_INVALID_INPUT', 'The message is empty.')
    return this.#begin(conversationId, async (conversation, signal) => {
      if (hasAttachments) this.#list.tell(conversation) // reading may take long, and can be stopped
      const before = await this.#readAll(conversation)
      const attachments = await readAttachments(wanted, { ...this.#options, signal })
      try {
        const parts = [...attachments.parts(), ...words]
        const message = createMessage({ ...this.#place(conversation, before), role: 'user', parts })
        await this.#keepUserMessage(conversation, message)
        this.#attachmentWatch.watch(message)
        const earlier = [...before, message]
        return { earlier, answer: this.#newAnswer(conversation, earlier) }
      } finally {
        attachments.release()
      }
    })
  }

  readonly stop: Call<'stop'> = async ({ conversationId }) => {
    const { run } = this.#list.find(conversationId)
    run?.controller.abort()
    await run?.finished
    return null
  }

  /**
   * Drops an answer that failed or was stopped and asks again; one that used up its steps goes on where it
   * stands. Does nothing when the last answer is complete. @throws HostError CONVERSATION_BUSY, HISTORY_UNAVAILABLE
   */
  readonly retry: Call<'retry'> = ({ conversationId }) =>
    this.#begin(conversationId, async (conversation) => {
      const all = await this.#readAll(conversation)
      const last = all.at(-1)
      if (last === undefined || (last.role === 'assistant' && last.state === 'complete')) return null
      if (last.role === 'user') return { earlier: all, answer: this.#newAnswer(conversation, all) }
      const earlier = all.slice(0, -1)
      if (last.stopReason === 'step-limit') {
        return { earlier, answer: { ...last, state: 'streaming', failure: null, stopReason: null } }
      }
      await this.#options.history.deleteMessage(conversationId, last.id)
      conversation.revision += 1
      this.#events.emit({ name: 'message.removed', payload: { conversationId, messageId: last.id } })
      return { earlier, answer: this.#newAnswer(conversation, all) }
    })

  readonly cancelToolCall: Call<'cancel-tool-call'> = ({ conversationId, callId }) => {
    this.#list.find(conversationId).run?.turn?.cancelCall(callId)
    return null
  }

  /**
   * Claims the conversation, prepares (null: there is nothing to do), and lets the turn run on by itself.
   * The claim comes before the first await, so that two calls can not both get in.
   */
  async #begin(
    conversationId: string,
    prepare: (conversation: Conversation, signal: AbortSignal) => Promise<Start | null>
  ): Promise<null> {
    const conversation = this.#list.find(conversationId)
    if (conversation.run !== null) {
      throw new HostError(
        'CONVERSATION_BUSY',
        'An answer is still being written. Wait for it or stop it first.'
      )
    }
    const controller = new AbortController()
    const run: Run = { controller, finished: Promise.resolve(), live: null, turn: null }
    conversation.run = run
    const prepared = prepare(conversation, controller.signal)
    const started = prepared.catch(() => null) // the caller of `#begin` gets the reason
    run.finished = started
      .then((start) => (start === null ? undefined : this.#runTurn(conversation, run, start)))
      .catch((error: unknown) => this.#options.log.error('A turn ended badly', { error }))
      .finally(() => {
        conversation.run = null
        conversation.revision += 1
        this.#list.tell(conversation)
      })
    const hasNothingToDo = await prepared.then(
      (start) => start === null,
      async (error: unknown) => {
        await run.finished
        throw error
      }
    )
    if (hasNothingToDo) await run.finished
    return null
  }

  async #runTurn(conversation: Conversation, run: Run, { earlier, answer }: Start): Promise<void> {
    const modelId = answer.model ?? this.#list.modelOf(conversation)
    const live = this.#openLive(answer)
    if (modelId !== directModelId) this.#tellOfferedTools(this.#options.servers.catalog().length)
    const settings = this.#options.readSettings()
    const { signal } = run.controller
    const turn = new Turn({ ...this.#options, modelId, earlier, live, settings, signal })
    run.live = live
    run.turn = turn
    conversation.revision += 1
    this.#list.tell(conversation)
    live.tell()
    await turn.run()
    await live.close()
    conversation.stored = { ...conversation.stored, updatedAt: this.#options.now() }
    await this.#list.save(conversation).catch((error: unknown) => this.#reportSaveFailure(error))
  }

  #raise(level: 'status' | 'alert', text: string): void {
    this.#events.emit({ name: 'notice.raised', payload: { level, text } })
  }

  #openLive(answer: Message): LiveMessage {
    let hasWarned = false
    return new LiveMessage(answer, {
      emit: (event) => this.#events.emit(event),
      save: (message) => this.#options.history.saveMessage(message),
      schedule: this.#options.schedule,
      onSaveFailed: (error) => {
        if (!hasWarned) this.#reportSaveFailure(error)
        hasWarned = true
      }
    })
  }

  #reportSaveFailure(error: unknown): void {
    this.#options.log.error('An answer could not be saved', { error })
    const text = 'The answer could not be saved to the history. It will be gone when Parley is closed.'
    this.#raise('alert', text)
  }

  /** The person's words are durable before a model hears of them. */
  async #keepUserMessage(conversation: Conversation, message: Message): Promise<void> {
    const { history, now } = this.#options
    const isFirst = !conversation.isPersisted && conversation.stored.title === untitled
    const title = isFirst ? titleFrom(message.parts) : conversation.stored.title
    const stored = { ...conversation.stored, title, updatedAt: now() }
    const model = this.#list.modelOf(conversation)
    await history.saveConversation({ ...stored, model })
    Object.assign(conversation, { stored, model, isPersisted: true })
    await history.saveMessage(message)
    this.#tellMessage(conversation, message)
  }

  /** A stored message is there or another one now. */
  #tellMessage(conversation: Conversation, message: Message): void {
    conversation.revision += 1
    this.#events.emit({ name: 'message.changed', payload: message })
  }

  #newAnswer(conversation: Conversation, earlier: readonly Message[]): Message {
    const model = this.#list.modelOf(conversation)
    return createMessage({
      ...this.#place(conversation, earlier),
      role: 'assistant',
      model,
      state: 'streaming'
    })
  }

  #place(conversation: Conversation, earlier: readonly Message[]): MessagePlace {
    const { newId, now } = this.#options
    const position = nextPosition(earlier)
    return { id: newId(), conversationId: conversation.stored.id, position, createdAt: now() }
  }

  async #readAll(conversation: Conversation): Promise<readonly Message[]> {
    if (!conversation.isPersisted) return []
    await this.#settle(conversation)
    return this.#options.history.readAllMessages(conversation.stored.id)
  }

  /** Once a conversation, when it is first looked into: the start need not open them all. */
  #settle(conversation: Conversation): Promise<void> {
    conversation.settling ??= settleLastMessage(conversation.stored.id, this.#options.history).catch(
      (error) => {
        conversation.settling = null
        throw error
      }
    )
    return conversation.settling
  }

  async #saveAndTell(conversation: Conversation): Promise<null> {
    await this.#list.save(conversation)
    this.#list.tell(conversation)
    return null
  }
}
