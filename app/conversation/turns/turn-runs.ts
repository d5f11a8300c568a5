/**
 * Runs turns, at most one per conversation: from the claim and the preparation to the saved answer, and what is stored
 * of its calls after the end. `turn.ts` runs the turn itself.
 */
import { HostError } from '../../base/host-error'
import type { Message } from '../../contract/conversations'
import type { Ask, MetadataReview } from '../../consent/interface'
import type { HistoryStore } from '../../history/interface'
import type { ScriptsChoice } from '../calls/ask-for-scripts-call'
import { chosenServers, withChoices, withStoredChoices } from './apply-choices'
import type { ConversationEvent, Schedule } from '../messages/conversation-event'
import type { Conversation, ConversationIndex, ConversationRun } from './conversation-list'
import { createIncrementalSave } from '../messages/incremental-save'
import { LiveMessage } from '../messages/live-message'
import type { TurnCalls } from '../calls/turn-calls'
import { Turn } from './turn'
import type { TurnOptions } from './turn-options'
import type { TurnSettings } from '../context/turn-settings'
import type { Start } from './turn-start'
import { ReviewedMetadata } from '../context/reviewed-metadata'
import { say } from '../../texts/render-localized'

export interface TurnRunsOptions extends Pick<
  TurnOptions,
  | 'servers'
  | 'provenance'
  | 'isReviewed'
  | 'words'
  | 'finder'
  | 'runScript'
  | 'results'
  | 'tasks'
  | 'changes'
  | 'resolveModel'
  | 'now'
  | 'newId'
  | 'log'
> {
  readonly history: Pick<HistoryStore, 'saveMessage' | 'addToMessage'>
  readonly consent: TurnOptions['consent'] & { readonly ask: Pick<Ask, 'scripts'> }
  readonly list: ConversationIndex
  readonly runningCalls: TurnCalls
  readonly emit: (event: ConversationEvent) => void
  readonly readSettings: () => TurnSettings
  /** Adds the tools of views that are open in the conversation. Absent: there are none. */
  readonly addViewTools?:
    | ((servers: TurnOptions['servers'], conversationId: string) => TurnOptions['servers'])
    | undefined
  /** The review of metadata that ends with the conversation; null: what the user lets through is remembered. Absent: null for all. */
  readonly findReview?: ((conversationId: string) => MetadataReview | null) | undefined
  readonly schedule: Schedule
  /** An answer has ended and is stored. */
  readonly answered: (conversation: Conversation, answer: Message) => void
  /** The queues of waiting messages. */
  readonly queues: {
    /** Whether one of them must be sent with the next results of calls. */
    hasNext(conversationId: string): boolean
    /**
     * Call when nothing runs in the conversation anymore. A message that is sent now has claimed the conversation when
     * this returns.
     */
    turnEnded(conversationId: string, isComplete: boolean): void
  }
}

export class TurnRuns {
  readonly #options: TurnRunsOptions

  constructor(options: TurnRunsOptions) {
    this.#options = options
  }

  /**
   * Claims the conversation, prepares the turn (null: nothing to do), and runs it in the background. The claim comes
   * before the first await, so that two calls can't both succeed. @throws HostError CONVERSATION_BUSY
   */
  async begin(
    conversation: Conversation,
    prepare: (signal: AbortSignal) => Promise<Start | null>
  ): Promise<void> {
    if (conversation.run !== null) {
      throw new HostError('CONVERSATION_BUSY', say('conversation.busy'))
    }
    const controller = new AbortController()
    const run: ConversationRun = { controller, finished: Promise.resolve(), live: null }
    conversation.run = run
    const prepared = prepare(controller.signal)
    const started = prepared.catch(() => null) // the caller of `begin` gets the reason
    run.finished = started
      .then((start) => (start === null ? undefined : this.#runTurn(conversation, run, start)))
      .catch((error: unknown) => this.#options.log.error('A turn ended with an unexpected error', { error }))
      .finally(() => {
        conversation.run = null
        conversation.revision += 1
        // First, because a queued message must claim the conversation before anything learns that it is free.
        this.#options.queues.turnEnded(conversation.stored.id, run.live?.read().state === 'complete')
        this.#options.list.tell(conversation)
      })
    const hasNothingToDo = await prepared.then(
      (start) => start === null,
      async (error: unknown) => {
        await run.finished
        throw error
      }
    )
    if (hasNothingToDo) await run.finished
  }

  async #runTurn(
    conversation: Conversation,
    run: ConversationRun,
    { earlier, answer }: Start
  ): Promise<void> {
    const modelId = answer.model ?? this.#options.list.modelOf(conversation)
    const live = this.#openLive(answer)
    const readChoices = () => conversation.stored.choices ?? {}
    const readSettings = () => withChoices(this.#options.readSettings(), readChoices(), modelId)
    const settings = readSettings()
    const scripts = this.#scriptsOf(conversation, readSettings)
    const own = chosenServers(this.#options.servers, modelId, readChoices)
    const servers = this.#options.addViewTools?.(own, conversation.stored.id) ?? own
    const { signal } = run.controller
    const givesWay = () => this.#options.queues.hasNext(conversation.stored.id)
    const leftOut = new Set(conversation.stored.leftOut)
    const chosen = { modelId, servers, settings, scripts, leftOut, words: this.#wordsOf(conversation) }
    const turn = new Turn({ ...this.#options, ...chosen, earlier, live, givesWay, signal })
    run.live = live
    const unfollow = this.#options.runningCalls.follow(live)
    conversation.revision += 1
    this.#options.list.tell(conversation)
    live.tell()
    try {
      await turn.run()
      await live.close()
      conversation.stored = { ...conversation.stored, updatedAt: this.#options.now() }
      await this.#options.list.save(conversation).catch((error: unknown) => this.#reportSaveFailure(error))
      this.#options.answered(conversation, live.read())
    } finally {
      unfollow()
    }
  }

  #wordsOf({ stored }: Conversation): ReviewedMetadata {
    const { words, isReviewed, findReview } = this.#options
    const gate = findReview?.(stored.id) ?? null
    return gate === null ? words : new ReviewedMetadata({ isReviewed, gate })
  }

  #scriptsOf(conversation: Conversation, readSettings: () => TurnSettings): ScriptsChoice {
    const { list, consent } = this.#options
    return {
      read: () => {
        const { isCodeMode = false, mayAskForScripts = false } = readSettings()
        return { isCodeMode, mayAskForScripts }
      },
      choose: async (codeMode) => {
        const choices = { ...conversation.stored.choices, codeMode }
        conversation.stored = withStoredChoices(conversation.stored, choices)
        list.tell(conversation)
        await list.save(conversation).catch((error: unknown) => this.#reportSaveFailure(error))
      },
      ask: consent.ask.scripts
    }
  }

  #openLive(answer: Message): LiveMessage {
    let hasWarned = false
    return new LiveMessage(answer, {
      emit: (event) => this.#options.emit(event),
      save: createIncrementalSave(this.#options.history),
      schedule: this.#options.schedule,
      onSaveFailed: (error) => {
        if (!hasWarned) this.#reportSaveFailure(error)
        hasWarned = true
      }
    })
  }

  #reportSaveFailure(error: unknown): void {
    this.#options.log.error('An answer could not be saved', { error })
    this.#options.emit({
      name: 'notice.raised',
      payload: { level: 'alert', text: say('conversation.notSaved') }
    })
  }
}
