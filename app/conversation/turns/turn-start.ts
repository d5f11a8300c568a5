/**
 * Prepares the start of a turn: the messages before the answer, and the answer, new or continued. Stores the user's
 * message and its attachments in the history first. `turn.ts` runs the turn.
 */
import { HostError } from '../../base/host-error'
import { directModelId } from '../../contract/direct-model'
import type { CallInput } from '../../contract/bridge/calls'
import type { Message, MessagePart, ResourcePart } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'
import { readAttachedFiles } from '../attachments/attachments'
import { reviewAttachments } from '../attachments/review-attachments'
import type { AttachmentReview } from '../attachments/review-attachments'
import type { AttachmentsOptions } from '../attachments/attachments'
import type { WaitingFiles } from '../attachments/waiting-files'
import { refuseSwitchedOff } from './apply-choices'
import type { ConversationEvent } from '../messages/conversation-event'
import type { Conversation, ConversationIndex } from './conversation-list'
import { createMessage, settleLastMessage } from '../messages/stored-messages'
import type { StoredMessagePlace } from '../messages/stored-messages'
import { hasBegunCalls, isCutShort, resumeAnswer } from '../messages/resume-answer'
import { canGoOn, hasOpenTask, titleFrom, untitled } from '../messages/transcript'
import { say } from '../../texts/render-localized'

export interface Start {
  readonly earlier: readonly Message[]
  readonly answer: Message
}

export interface TurnStartsOptions
  extends Omit<AttachmentsOptions, 'signal'>, Pick<AttachmentReview, 'consent' | 'isReviewed'> {
  readonly history: HistoryStore
  readonly list: ConversationIndex
  readonly emit: (event: ConversationEvent) => void
  readonly files: WaitingFiles
  /** The user's message is stored. */
  readonly onKept: (message: Message) => void
  readonly newId: () => string
}

/** Messages that the window gets at once when a branch is shown again. */
const longestBranch = 500

export interface WantedMessage extends Omit<
  CallInput<'conversation.send'>,
  'conversationId' | 'folders' | 'choices' | 'ifBusy' | 'viewContexts'
> {
  /** What views of servers gave, and the user allowed. */
  readonly viewParts?: readonly ResourcePart[] | undefined
}

/** The user's message as the window sends it, with what views gave. */
export type SentMessage = Omit<CallInput<'conversation.send'>, 'viewContexts'> &
  Pick<WantedMessage, 'viewParts'>

export class TurnStarts {
  readonly #options: TurnStartsOptions

  constructor(options: TurnStartsOptions) {
    this.#options = options
  }

  /**
   * @throws HostError BRIDGE_INVALID_INPUT, HISTORY_UNAVAILABLE, TOOL_CANCELLED (`signal` fired while attachments were
   * read), and the failure of reading an attachment. In all cases nothing was stored.
   */
  async withMessage(conversation: Conversation, wanted: WantedMessage, signal: AbortSignal): Promise<Start> {
    refuseSwitchedOff(wanted, conversation.stored.choices ?? {})
    const before = await this.readAll(conversation)
    const { files } = this.#options
    const ofPerson = files.read(wanted.files ?? [])
    const attachments = await readAttachedFiles(wanted, { ...this.#options, signal })
    try {
      const conversationId = conversation.stored.id
      const review = { ...this.#options, conversationId, signal }
      const { viewParts = [] } = wanted
      const read = await reviewAttachments([...attachments.parts(), ...viewParts], review)
      const parts = [...ofPerson, ...read, ...toMessageParts(wanted)]
      const message = createMessage({ ...this.#place(conversation, before), role: 'user', parts })
      await this.#keepUserMessage(conversation, message)
      for (const fileId of wanted.files ?? []) files.remove(fileId)
      const earlier = [...before, message]
      return { earlier, answer: this.#newAnswer(conversation, earlier) }
    } finally {
      attachments.release()
    }
  }

  /**
   * `keepsAll`: continues the answer with all its content. Otherwise only an answer in which a call began is continued.
   * null if it is complete. @throws HostError CONVERSATION_BUSY (a task is still running), HISTORY_UNAVAILABLE
   */
  async again(conversation: Conversation, keepsAll: boolean): Promise<Start | null> {
    const all = await this.readAll(conversation)
    const last = this.#answeredHere(conversation, all.at(-1))
    if (last === undefined) return null
    if (last.role === 'user') return { earlier: all, answer: this.#newAnswer(conversation, all) }
    if (last.state === 'complete' && !(keepsAll && isCutShort(last))) return null
    if (hasOpenTask(last)) throw taskRuns()
    const earlier = all.slice(0, -1)
    const answer = keepsAll || canGoOn(last) || hasBegunCalls(last) ? resumeAnswer(last) : null
    return answer === null ? this.#insteadOf(conversation, last, earlier) : { earlier, answer }
  }

  /** An imported message names the model that wrote it, but doesn't decide which model continues. */
  #answeredHere(conversation: Conversation, message: Message | undefined): Message | undefined {
    return message?.importedFrom === undefined || message.role === 'user'
      ? message
      : { ...message, model: this.#options.list.modelOf(conversation) }
  }

  /** Replaces the answer with a new one. */
  async #insteadOf(conversation: Conversation, last: Message, earlier: readonly Message[]): Promise<Start> {
    const { history, emit } = this.#options
    const conversationId = conversation.stored.id
    const { branches } = await history.readMessages(conversationId, last.id, 1)
    await history.deleteMessage(conversationId, last.id)
    conversation.revision += 1
    emit({ name: 'message.removed', payload: { conversationId, messageId: last.id } })
    const answer = this.#newAnswer(conversation, earlier)
    if (branches?.[last.id] !== undefined) await this.#branchOff(conversation, answer)
    else await history.showBranch(conversationId, earlier.at(-1)?.id ?? '') // its last message is gone
    return { earlier, answer }
  }

  /**
   * Sends the edited text with the attachments as they were read at that time. Imported attachments remain marked as
   * imported.
   * @throws HostError BRIDGE_INVALID_INPUT (empty, not a user message, or not on the visible branch),
   * HISTORY_UNAVAILABLE
   */
  async edited(conversation: Conversation, messageId: string, text: string): Promise<Start> {
    const { before, message } = await this.#find(conversation, messageId, 'user')
    const attached = message.parts.filter(({ type }) => type !== 'text')
    const words: MessagePart[] = text.trim() === '' ? [] : [{ type: 'text', step: 0, text }]
    const parts = [...attached, ...words]
    if (parts.length === 0) throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.emptyMessage'))
    const { importedFrom } = message
    const origin = attached.length > 0 && importedFrom !== undefined ? { importedFrom } : {}
    const next = createMessage({ ...this.#place(conversation, before), role: 'user', parts, ...origin })
    await this.#branchOff(conversation, next)
    this.#options.onKept(next)
    await this.#retitle(conversation, message, next)
    const earlier = [...before, next]
    return { earlier, answer: this.#newAnswer(conversation, earlier) }
  }

  /**
   * `model`: null for the conversation's model.
   * @throws HostError BRIDGE_INVALID_INPUT (not an answer, or not on the visible branch), CONVERSATION_BUSY (a task is
   * still running), HISTORY_UNAVAILABLE
   */
  async regenerated(conversation: Conversation, messageId: string, model: string | null): Promise<Start> {
    const { before, message } = await this.#find(conversation, messageId, 'assistant')
    if (hasOpenTask(message)) throw taskRuns()
    const fresh = this.#newAnswer(conversation, before)
    const answer = model === null ? fresh : { ...fresh, model }
    await this.#branchOff(conversation, answer)
    return { earlier: before, answer }
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  async showBranch(conversation: Conversation, messageId: string): Promise<void> {
    const { history, emit } = this.#options
    const conversationId = conversation.stored.id
    const [first] = await this.readAll(conversation)
    await history.showBranch(conversationId, messageId)
    conversation.revision += 1
    const page = await history.readMessages(conversationId, null, longestBranch)
    emit({ name: 'branch.shown', payload: page })
    const [shown] = page.messages
    if (first !== undefined && shown?.parentId === null) await this.#retitle(conversation, first, shown)
  }

  /**
   * Deletes the message and its descendants, on every branch.
   * @throws HostError BRIDGE_INVALID_INPUT (not on the visible branch), CONVERSATION_BUSY (a task is still running),
   * HISTORY_UNAVAILABLE
   */
  async deleteMessage(conversation: Conversation, messageId: string): Promise<void> {
    const { history, emit } = this.#options
    const conversationId = conversation.stored.id
    const all = await this.readAll(conversation)
    const index = all.findIndex(({ id }) => id === messageId)
    if (index < 0) throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.messageNotShown'))
    if (all.slice(index).some(hasOpenTask)) throw taskRuns()
    await history.deleteBranch(conversationId, messageId)
    conversation.revision += 1
    emit({ name: 'branch.shown', payload: await history.readMessages(conversationId, null, longestBranch) })
  }

  /** @throws HostError BRIDGE_INVALID_INPUT, HISTORY_UNAVAILABLE */
  async #find(conversation: Conversation, messageId: string, role: Message['role']) {
    const all = await this.readAll(conversation)
    const index = all.findIndex((one) => one.id === messageId && one.role === role)
    const message = all[index]
    if (message === undefined) {
      throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.messageNotShown'))
    }
    return { before: all.slice(0, index), message }
  }

  /** Stores the message as the end of a new branch, which is then shown. */
  async #branchOff(conversation: Conversation, message: Message): Promise<void> {
    const { history, emit } = this.#options
    await history.saveMessage(message)
    conversation.revision += 1
    emit({ name: 'branch.shown', payload: await history.readMessages(message.conversationId, message.id, 1) })
  }

  /**
   * A title that was made from the first message is replaced with one from the visible message. The event follows at
   * the end of the turn.
   */
  async #retitle(conversation: Conversation, before: Message, shown: Message): Promise<void> {
    if (shown.parentId !== null || conversation.stored.title !== titleFrom(before.parts)) return
    conversation.stored = { ...conversation.stored, title: titleFrom(shown.parts) }
    await this.#options.list.save(conversation)
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  async readAll(conversation: Conversation): Promise<readonly Message[]> {
    if (!conversation.isPersisted) return []
    await this.settle(conversation)
    return this.#options.history.readAllMessages(conversation.stored.id)
  }

  /**
   * Runs once per conversation, when it is first opened, so that the start doesn't have to open all of them. @throws
   * HostError HISTORY_UNAVAILABLE
   */
  settle(conversation: Conversation): Promise<void> {
    conversation.settling ??= settleLastMessage(conversation.stored.id, this.#options.history).catch(
      (error) => {
        conversation.settling = null
        throw error
      }
    )
    return conversation.settling
  }

  /** The user's message is durable before a model gets it. */
  async #keepUserMessage(conversation: Conversation, message: Message): Promise<void> {
    const { history, list, now, onKept } = this.#options
    const isFirst = !conversation.isPersisted && conversation.stored.title === untitled
    const title = isFirst ? titleFrom(message.parts) : conversation.stored.title
    const stored = { ...conversation.stored, title, updatedAt: now() }
    const model = list.modelOf(conversation)
    await history.saveConversation({ ...stored, model }, message)
    Object.assign(conversation, { stored, model, isPersisted: true })
    onKept(message)
  }

  #newAnswer(conversation: Conversation, earlier: readonly Message[]): Message {
    const model = asksForTool(earlier.at(-1)) ? directModelId : this.#options.list.modelOf(conversation)
    const place = this.#place(conversation, earlier)
    return createMessage({ ...place, role: 'assistant', model, state: 'streaming' })
  }

  #place(conversation: Conversation, earlier: readonly Message[]): StoredMessagePlace {
    const { newId, now } = this.#options
    const parentId = earlier.at(-1)?.id ?? null
    return { id: newId(), conversationId: conversation.stored.id, parentId, createdAt: now() }
  }
}

/** Empty if the user only attached something. @throws HostError BRIDGE_INVALID_INPUT */
export function toMessageParts({
  text,
  toolRequest,
  resources,
  prompt,
  files = [],
  viewParts = []
}: WantedMessage): MessagePart[] {
  const words: MessagePart[] = text.trim() === '' ? [] : [{ type: 'text', step: 0, text }]
  if (toolRequest !== null) words.push({ type: 'tool-request', ...toolRequest })
  const attached = [...resources, ...files, ...viewParts]
  if (words.length === 0 && attached.length === 0 && prompt === null)
    throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.emptyMessage'))
  return words
}

/** Whether the user requested a tool call directly, which needs no model. */
function asksForTool(message: Message | undefined): boolean {
  return message?.parts.some((part) => part.type === 'tool-request') === true
}

function taskRuns(): HostError {
  return new HostError('CONVERSATION_BUSY', say('conversation.taskRuns'))
}
