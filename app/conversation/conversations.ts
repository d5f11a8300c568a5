/**
 * The user's conversations as the host offers them: handles every `conversation.*` call and announces every change.
 * `conversation-list.ts` holds the list, `turn-start.ts` and `turn-runs.ts` prepare and run turns. Storage is behind
 * `HistoryStore`.
 */
import { createEmitter } from '../base/emitter'
import { HostError } from '../base/host-error'
import type { Logger } from '../base/logger'
import type { Approvals, Ask } from '../consent/interface'
import type { Handlers } from '../contract/bridge/calls'
import type { ConversationSummary, Message } from '../contract/conversations'
import type { HistoryStore } from '../history/interface'
import type { ResolvedModel } from '../models/model'
import type { Provenance } from '../provenance/interface'
import type { RunScript } from '../scripts/interface'
import type { Servers } from '../servers/interface'
import { AttachmentWatch } from './attachments/attachment-watch'
import type { AttachmentsOptions } from './attachments/attachments'
import { WaitingFiles } from './attachments/waiting-files'
import { Imports } from './list/conversation-imports'
import { withStoredChoices } from './turns/apply-choices'
import { Assistants } from './list/assistants'
import { ConversationProperties } from './list/conversation-properties'
import { Contexts } from './summary/contexts'
import { KeptResults } from './calls/kept-results'
import { LateCallUpdates } from './calls/late-call-updates'
import { Drafts } from './list/draft-store'
import { ConversationFolders } from './list/conversation-folders'
import { ReviewedMetadata } from './context/reviewed-metadata'
import { ToolFinder } from './tools/tool-finder'
import { withAskedModel } from './messages/call-notes'
import type { CallNote } from './messages/call-notes'
import { parleyCloses } from './calls/shutdown-reason'
import type { ConversationEvent, Schedule } from './messages/conversation-event'
import { ConversationIndex } from './turns/conversation-list'
import type { Conversation } from './turns/conversation-list'
import { withLive } from './messages/stored-messages'
import { CallTask } from './calls/call-task'
import { MessageQueues } from './list/message-queues'
import type { CallPlace, TurnCalls } from './calls/turn-calls'
import { Titles } from './list/conversation-titles'
import { TurnRuns, type TurnRunsOptions } from './turns/turn-runs'
import { TurnStarts, toMessageParts } from './turns/turn-start'
import type { TurnSettings } from './context/turn-settings'
import type { SentMessage, WantedMessage } from './turns/turn-start'
import { say } from '../texts/render-localized'

export interface ConversationsOptions extends Pick<TurnRunsOptions, 'addViewTools' | 'findReview'> {
  readonly history: HistoryStore
  readonly servers: Pick<
    Servers,
    | 'list'
    | 'catalog'
    | 'usableTools'
    | 'instructions'
    | 'readTool'
    | 'checkArguments'
    | 'callTool'
    | 'keepWaiting'
    | 'freshenTools'
    | 'wake'
  > &
    AttachmentsOptions['servers']
  readonly consent: Pick<Approvals, 'decideToolCall' | 'words' | 'forgetConversation'> & {
    readonly ask: Pick<Ask, 'tool-result' | 'scripts'>
  }
  readonly provenance: Provenance
  /** Tracks the calls of every running turn. */
  readonly runningCalls: TurnCalls
  readonly runScript: RunScript
  /** Whether results of the server are shown before a model reads them. */
  readonly isReviewed: (serverName: string) => boolean
  /** @throws HostError MODEL_UNKNOWN */
  readonly resolveModel: (modelId: string, message: Pick<Message, 'conversationId' | 'id'>) => ResolvedModel
  /** The model for conversations without messages. */
  readonly readDefaultModel: () => string
  readonly readSettings: () => TurnSettings
  /** The model that writes a title after this model has answered; null: the first words become the title. */
  readonly titleModelOf: (modelId: string) => string | null
  readonly schedule: Schedule
  readonly now: () => number
  readonly newId: () => string
  readonly log: Logger
}

type Call<Verb extends string> = Handlers[`conversation.${Verb}` & keyof Handlers]

const searchLimit = 50

export class Conversations {
  readonly files = new WaitingFiles()
  readonly imports: Imports
  readonly assistants: Assistants
  readonly drafts: Drafts
  readonly folders: ConversationFolders
  readonly marks: ConversationProperties
  /** Messages that wait for the end of an answer. */
  readonly queues: MessageQueues
  readonly contexts: Contexts
  readonly #options: ConversationsOptions
  readonly #events = createEmitter<ConversationEvent>()
  readonly #list: ConversationIndex
  readonly #attachmentWatch: AttachmentWatch
  readonly #starts: TurnStarts
  readonly #callChanges: LateCallUpdates
  readonly #tasks: CallTask
  readonly #runs: TurnRuns
  readonly #titles: Titles
  readonly #results: KeptResults

  constructor(options: ConversationsOptions) {
    this.#options = options
    const { history, servers, consent, isReviewed, resolveModel, readDefaultModel, readSettings } = options
    const { runningCalls, runScript, provenance, schedule, now, newId, log, addViewTools, findReview } =
      options
    const emit = (event: ConversationEvent) => this.#events.emit(event)
    const tellStored = (message: Message) =>
      this.#tellMessage(this.#list.find(message.conversationId), message)
    this.#attachmentWatch = new AttachmentWatch({ servers, history, onMarked: tellStored, log })
    const list = new ConversationIndex({ history, readDefaultModel, emit, now, newId })
    this.#list = list
    this.marks = new ConversationProperties(list)
    this.imports = new Imports({ history, list, readDefaultModel, emit })
    this.drafts = new Drafts({ history })
    this.folders = new ConversationFolders({ history, list, emit, newId })
    this.assistants = new Assistants({ history, emit, newId })
    const onKept = (message: Message) => {
      tellStored(message)
      this.#attachmentWatch.watch(message)
    }
    const { files } = this
    this.#starts = new TurnStarts({
      ...{ history, servers, consent, isReviewed, list, emit, onKept, now, newId, files }
    })
    const changes = new LateCallUpdates({ history, runningCalls, onChanged: tellStored, log })
    this.#callChanges = changes
    const settle = async (conversationId: string) => this.#starts.settle(list.find(conversationId))
    const results = new KeptResults({ history, readLimit: () => readSettings().resultLimit, log })
    this.#results = results
    this.#tasks = new CallTask({
      ...{ history, servers, consent, isReviewed, changes, results, settle, emit, now, log }
    })
    const words = new ReviewedMetadata({ isReviewed, gate: consent.words })
    this.queues = new MessageQueues({
      ...{ history, files, emit, newId, log },
      isRunning: (conversationId) => list.get(conversationId)?.run != null,
      begin: (conversationId, wanted) => this.#begin(list.find(conversationId), wanted)
    })
    this.#titles = new Titles({ history, list, resolveModel, titleModelOf: options.titleModelOf, log })
    const answered = this.#titles.answered.bind(this.#titles)
    const runs = new TurnRuns({
      ...{ history, servers, consent, isReviewed, resolveModel, readSettings, runningCalls, runScript },
      ...{ provenance, list, changes, results, words, finder: new ToolFinder(), emit, answered, schedule },
      ...{ tasks: this.#tasks, queues: this.queues, now, newId, log, addViewTools, findReview }
    })
    this.#runs = runs
    const settled = () => changes.settled()
    this.contexts = new Contexts({
      ...{ history, servers, words, list, runs, settled, resolveModel, readSettings, now },
      starts: this.#starts,
      onChanged: tellStored
    })
  }

  /** Loads the list and resumes open tasks. @throws HostError HISTORY_UNAVAILABLE */
  async start(): Promise<void> {
    await this.#list.load()
    await this.assistants.load()
    await this.folders.load()
    await this.drafts.load((conversationId) => this.#list.get(conversationId) !== null)
    await this.queues.load((conversationId) => this.#list.get(conversationId) !== null)
    await this.#tasks.start()
  }

  /** Resumes following the open tasks of the server. */
  serverConnected(serverName: string): void {
    this.#tasks.serverConnected(serverName)
  }

  /** Stops all turns and waits until their answers are saved. Tasks continue on their servers. */
  async dispose(): Promise<void> {
    const runs = this.#list.all().flatMap(({ run }) => run ?? [])
    for (const run of runs) run.controller.abort(parleyCloses)
    await Promise.all(runs.map((run) => run.finished))
    await this.#titles.dispose()
    await this.queues.settled()
    await this.#tasks.dispose()
    await this.#callChanges.settled()
    await this.#attachmentWatch.dispose()
    await this.drafts.settled()
  }

  onEvent(listener: (event: ConversationEvent) => void): () => void {
    return this.#events.on(listener)
  }

  /** Newest first. */
  list(): ConversationSummary[] {
    return this.#list.summaries()
  }

  /** Call when the default model has changed, which conversations without messages use. */
  defaultModelChanged(): void {
    for (const conversation of this.#list.all()) {
      if (conversation.model === null) this.#list.tell(conversation)
    }
  }

  /** Adds a note to the message of a call, also after its turn. */
  noteForCall(place: CallPlace, note: CallNote): void {
    void this.#callChanges.addNote(place, note) // never rejects
  }

  /** Shows in a call which model is being called for its server; null removes it. */
  showAskedModel(place: CallPlace, requestId: string, model: string | null): void {
    void this.#callChanges.apply(place, (call) => withAskedModel(call, requestId, model)) // never rejects
  }

  readonly create: Call<'create'> = () => this.#list.tell(this.#list.takeEmpty())

  readonly read: Call<'read'> = async ({ conversationId, lastId, limit }) => {
    const conversation = this.#list.find(conversationId)
    if (!conversation.isPersisted) return { conversationId, messages: [], hasEarlier: false }
    await this.#starts.settle(conversation)
    for (;;) {
      const { revision } = conversation
      const page = await this.#options.history.readMessages(conversationId, lastId, limit)
      if (conversation.revision !== revision) continue // the page may be outdated
      for (const message of page.messages) this.#attachmentWatch.watch(message)
      // No await after this point, so that the next event continues exactly what is returned.
      const live = conversation.run?.live ?? null
      live?.flush()
      return withLive(page, live?.read() ?? null, { lastId, limit })
    }
  }

  readonly delete = async ({ conversationId }: { readonly conversationId: string }): Promise<void> => {
    const conversation = this.#list.find(conversationId)
    this.#list.remove(conversation)
    this.#tasks.forget(conversationId)
    try {
      conversation.run?.controller.abort()
      await conversation.run?.finished
      if (conversation.isPersisted) await this.#options.history.deleteConversation(conversationId)
    } catch (error) {
      this.#list.put(conversation)
      throw error
    }
    this.queues.forget(conversationId)
    this.drafts.forget(conversationId)
    this.#attachmentWatch.forget(conversationId)
    this.#options.provenance.forget(conversationId)
    this.#events.emit({ name: 'conversation.removed', payload: { conversationId } })
    await this.#options.consent.forgetConversation(conversationId)
  }

  readonly search: Call<'search'> = async ({ query }) => {
    if (query.trim() === '') return this.list()
    const found = await this.#options.history.searchConversations(query, searchLimit)
    const hits = new Map(
      found.map(({ conversationId, hit }) => [conversationId, hit === null ? {} : { hit }])
    )
    return this.#list.pick([...hits.keys()]).map((summary) => ({ ...summary, ...hits.get(summary.id) }))
  }

  /** Text in progress is found once it is stored. */
  readonly find: Call<'find'> = async ({ conversationId, words }) => {
    this.#list.find(conversationId)
    return this.#options.history.findMessages(conversationId, words)
  }

  /** @throws HostError HISTORY_UNAVAILABLE, TOOL_UNKNOWN (no result of the call is stored) */
  readonly readResult: Call<'read-result'> = async (wanted) => {
    this.#list.find(wanted.conversationId)
    const piece = await this.#results.readForPerson(wanted)
    if (piece === null) throw new HostError('TOOL_UNKNOWN', say('conversation.resultNotKept'))
    return piece
  }

  /**
   * @throws HostError CONVERSATION_BUSY, HISTORY_UNAVAILABLE, TOOL_CANCELLED (stopped while attachments were read), and
   * the failure of reading an attachment. In all cases nothing was sent.
   */
  readonly send = async ({ conversationId, folders, choices, ifBusy, ...wanted }: SentMessage) => {
    toMessageParts(wanted)
    const conversation = this.#list.find(conversationId)
    if (folders !== undefined) await this.marks.setFolders({ conversationId, folders })
    if (choices !== undefined) conversation.stored = withStoredChoices(conversation.stored, choices)
    if (ifBusy === undefined || conversation.run === null) return this.#begin(conversation, wanted)
    this.queues.add(conversationId, wanted, ifBusy === 'steer')
  }

  #begin(conversation: Conversation, wanted: WantedMessage): Promise<void> {
    return this.#runs.begin(conversation, (signal) => {
      const hasAttachments = wanted.resources.length > 0 || wanted.prompt !== null
      if (hasAttachments) this.#list.tell(conversation) // reading may take long, and can be stopped
      return this.#starts.withMessage(conversation, wanted, signal)
    })
  }

  readonly stop: Call<'stop'> = async ({ conversationId }) => {
    const { run } = this.#list.find(conversationId)
    run?.controller.abort()
    await run?.finished
  }

  /**
   * Drops an answer that failed or was stopped and asks again. An answer in which a call began is continued instead.
   * Does nothing if the last answer is complete. @throws HostError CONVERSATION_BUSY, HISTORY_UNAVAILABLE
   */
  readonly retry: Call<'retry'> = async ({ conversationId }) => this.#again(conversationId, false)

  /**
   * Does nothing if the last answer is complete and wasn't cut short. @throws HostError CONVERSATION_BUSY,
   * HISTORY_UNAVAILABLE
   */
  readonly continue: Call<'continue'> = async ({ conversationId }) => this.#again(conversationId, true)

  #again(conversationId: string, keepsAll: boolean): Promise<void> {
    const conversation = this.#list.find(conversationId)
    return this.#runs.begin(conversation, () => this.#starts.again(conversation, keepsAll))
  }

  /** @throws HostError BRIDGE_INVALID_INPUT, CONVERSATION_BUSY, HISTORY_UNAVAILABLE */
  readonly edit: Call<'edit'> = async ({ conversationId, messageId, text }) => {
    const conversation = this.#list.find(conversationId)
    return this.#runs.begin(conversation, () => this.#starts.edited(conversation, messageId, text))
  }

  /** @throws HostError BRIDGE_INVALID_INPUT, CONVERSATION_BUSY, HISTORY_UNAVAILABLE */
  readonly regenerate: Call<'regenerate'> = async ({ conversationId, messageId, model = null }) => {
    const conversation = this.#list.find(conversationId)
    return this.#runs.begin(conversation, () => this.#starts.regenerated(conversation, messageId, model))
  }

  /** @throws HostError CONVERSATION_BUSY, HISTORY_UNAVAILABLE */
  readonly showBranch: Call<'show-branch'> = async ({ conversationId, messageId }) => {
    const conversation = this.#list.find(conversationId)
    return this.#runs.begin(conversation, async () => {
      await this.#starts.showBranch(conversation, messageId)
      return null
    })
  }

  /** @throws HostError BRIDGE_INVALID_INPUT, CONVERSATION_BUSY, HISTORY_UNAVAILABLE */
  readonly deleteMessage: Call<'delete-message'> = async ({ conversationId, messageId }) => {
    const conversation = this.#list.find(conversationId)
    return this.#runs.begin(conversation, async () => {
      await this.#starts.deleteMessage(conversation, messageId)
      return null
    })
  }

  readonly keepWaiting: Call<'keep-waiting'> = ({ conversationId, callId }) => {
    this.#list.find(conversationId)
    this.#options.servers.keepWaiting(callId)
  }

  readonly cancelToolCall: Call<'cancel-tool-call'> = ({ conversationId, callId }) => {
    this.#list.find(conversationId)
    this.#options.runningCalls.cancel({ conversationId, callId })
    this.#tasks.cancel(callId)
  }

  /** Announces a new or changed stored message. */
  #tellMessage(conversation: Conversation, message: Message): void {
    conversation.revision += 1
    this.#events.emit({ name: 'message.changed', payload: message })
  }
}
