/**
 * What a turn starts from: the messages before the answer, and the answer, new or to be continued. Brings the
 * person's message and its attachments into the history first. The turn itself is in `turn.ts`.
 */
import { HostError } from '../../base/host-error'
import { directModelId } from '../../contract/content-blocks'
import type { CallInput } from '../../contract/bridge/calls'
import type { Message, MessagePart } from '../../contract/conversations'
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
import { hasBegunCalls, isCutShort, resumed } from '../messages/go-on'
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
  /** The message of the person is stored. */
  readonly onKept: (message: Message) => void
  readonly newId: () => string
}

/** Messages of a branch that is shown anew which the window gets at once. */
const longestBranch = 500

export type WantedMessage = Omit<
  CallInput<'conversation.send'>,
  'conversationId' | 'folders' | 'choices' | 'ifBusy'
>

export class TurnStarts {
  readonly #options: TurnStartsOptions

  constructor(options: TurnStartsOptions) {
    this.#options = options
  }

  /**
   * @throws HostError BRIDGE_INVALID_INPUT, HISTORY_UNAVAILABLE, TOOL_CANCELLED (`signal` fired while attachments were
   * read), and what reading an attachment failed with. Nothing was kept then.
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
      const read = await reviewAttachments(attachments.parts(), review)
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
   * `keepsAll`: the answer goes on with all that it holds; else only one in which a call began. Null when it is complete.
   * @throws HostError CONVERSATION_BUSY (a task still runs), HISTORY_UNAVAILABLE
   */
  async again(conversation: Conversation, keepsAll: boolean): Promise<Start | null> {
    const all = await this.readAll(conversation)
    const last = this.#answeredHere(conversation, all.at(-1))
    if (last === undefined) return null
    if (last.role === 'user') return { earlier: all, answer: this.#newAnswer(conversation, all) }
    if (last.state === 'complete' && !(keepsAll && isCutShort(last))) return null
    if (hasOpenTask(last)) throw taskRuns()
    const earlier = all.slice(0, -1)
    const answer = keepsAll || canGoOn(last) || hasBegunCalls(last) ? resumed(last) : null
    return answer === null ? this.#insteadOf(conversation, last, earlier) : { earlier, answer }
  }

  /** A file says what wrote its answer, and does not choose what goes on with it. */
  #answeredHere(conversation: Conversation, message: Message | undefined): Message | undefined {
    return message?.importedFrom === undefined || message.role === 'user'
      ? message
      : { ...message, model: this.#options.list.modelOf(conversation) }
  }

  /** The answer gives way to a new one. */
  async #insteadOf(conversation: Conversation, last: Message, earlier: readonly Message[]): Promise<Start> {
    const { history, emit } = this.#options
    const conversationId = conversation.stored.id
    const { branches } = await history.readMessages(conversationId, last.id, 1)
    await history.deleteMessage(conversationId, last.id)
    conversation.revision += 1
    emit({ name: 'message.removed', payload: { conversationId, messageId: last.id } })
    const answer = this.#newAnswer(conversation, earlier)
    if (branches?.[last.id] !== undefined) await this.#branchOff(conversation, answer)
    else await history.showBranch(conversationId, earlier.at(-1)?.id ?? '') // its end was the message that is gone
    return { earlier, answer }
  }

  /**
   * What is attached to the message goes with the other words as it was read then, and stays the file's where it came with one.
   * @throws HostError BRIDGE_INVALID_INPUT (empty; no message of the person, or not of the branch that is shown), HISTORY_UNAVAILABLE
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
   * `model`: null for that of the conversation.
   * @throws HostError BRIDGE_INVALID_INPUT (no answer, or not of the branch that is shown), CONVERSATION_BUSY (a task
   * still runs), HISTORY_UNAVAILABLE
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
   * With all that follows it, on every branch.
   * @throws HostError BRIDGE_INVALID_INPUT (not of the branch that is shown), CONVERSATION_BUSY (a task still runs),
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

  /** Keeps the message as the end of a branch of its own, which is shown from then on. */
  async #branchOff(conversation: Conversation, message: Message): Promise<void> {
    const { history, emit } = this.#options
    await history.saveMessage(message)
    conversation.revision += 1
    emit({ name: 'branch.shown', payload: await history.readMessages(message.conversationId, message.id, 1) })
  }

  /** A title that was made from the first message follows the one that is shown. What runs tells of it at its end. */
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

  /** Once a conversation, when it is first looked into: the start need not open them all. @throws HostError HISTORY_UNAVAILABLE */
  settle(conversation: Conversation): Promise<void> {
    conversation.settling ??= settleLastMessage(conversation.stored.id, this.#options.history).catch(
      (error) => {
        conversation.settling = null
        throw error
      }
    )
    return conversation.settling
  }

  /** The person's words are durable before a model hears of them. */
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

/** Empty where the person attached something only. @throws HostError BRIDGE_INVALID_INPUT */
export function toMessageParts({
  text,
  toolRequest,
  resources,
  prompt,
  files = []
}: WantedMessage): MessagePart[] {
  const words: MessagePart[] = text.trim() === '' ? [] : [{ type: 'text', step: 0, text }]
  if (toolRequest !== null) words.push({ type: 'tool-request', ...toolRequest })
  if (words.length === 0 && resources.length === 0 && prompt === null && files.length === 0)
    throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.emptyMessage'))
  return words
}

/** The person asked for a call themselves: no model is needed for it, whatever answers else. */
function asksForTool(message: Message | undefined): boolean {
  return message?.parts.some((part) => part.type === 'tool-request') === true
}

function taskRuns(): HostError {
  return new HostError('CONVERSATION_BUSY', say('conversation.taskRuns'))
}
