/** Sends a message, and starts a new conversation first if there is none. */
import type { CallInput } from '../../../app/contract/bridge/calls'
import { call } from '../../bridge/call'
import { useProjection } from '../../state/projection'
import { listViewContexts } from '../attach/list-view-contexts'
import { startNewChoices, choicesWereSent, readWaitingChoices } from '../content/choices-view-store'
import { startNewFolders, foldersWereSent, readWaiting } from '../folders/folders-view-store'

export interface SendTarget {
  /** Null: the message starts a conversation. */
  readonly conversationId: string | null
  readonly model: string
  /** Called as soon as a new conversation exists, before the message is sent. */
  readonly onBegun: (conversationId: string) => void
  /** An answer is being written, so the message waits for it. */
  readonly isRunning: boolean
}

export interface OutgoingDraft extends Pick<CallInput<'conversation.send'>, 'text' | 'toolRequest'> {
  /** Send with the results of running calls while an answer is written. */
  readonly isSteering?: boolean
}

/** With the user's attachments. */
export type CompleteMessage = Omit<
  CallInput<'conversation.send'>,
  'conversationId' | 'folders' | 'choices' | 'ifBusy' | 'viewContexts'
> &
  OutgoingDraft

/** Shares the waiting folders in the same step, because one press approves one thing. @throws CallFailed */
export async function sendMessage(
  target: SendTarget,
  { isSteering = false, ...message }: CompleteMessage
): Promise<void> {
  const conversationId = target.conversationId ?? (await beginConversation(target))
  const folders = readWaiting(conversationId)
  const choices = readWaitingChoices(conversationId)
  const viewContexts = listViewContexts(useProjection.getState(), conversationId)
  await call('conversation.send', {
    conversationId,
    ...message,
    ...(viewContexts.length > 0 && { viewContexts: viewContexts.map(({ contextId }) => contextId) }),
    ...(target.isRunning && { ifBusy: isSteering ? 'steer' : 'queue' }),
    ...(folders !== undefined && { folders: [...folders] }),
    ...(choices !== undefined && { choices })
  })
  foldersWereSent(conversationId)
  choicesWereSent(conversationId)
}

async function beginConversation({ model, onBegun }: SendTarget): Promise<string> {
  const { id, model: given } = await call('conversation.create', {})
  if (given !== model) await call('conversation.set-model', { conversationId: id, model })
  startNewFolders(id)
  startNewChoices(id)
  onBegun(id)
  return id
}
