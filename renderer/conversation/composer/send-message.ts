/** Sends what a person wrote, and begins the conversation first where there is none yet. */
import type { CallInput } from '../../../app/contract/bridge/calls'
import { call } from '../../bridge/call'
import { choicesBegin, choicesWereSent, readWaitingChoices } from '../content/choices-view-store'
import { foldersBegin, foldersWereSent, readWaiting } from '../folders/folders-view-store'

export interface SendTarget {
  /** Null: the conversation begins with this message. */
  readonly conversationId: string | null
  readonly model: string
  /** Called as soon as a new conversation exists, before the message is sent. */
  readonly onBegun: (conversationId: string) => void
  /** An answer is being written: what is sent waits for it. */
  readonly isRunning: boolean
}

export interface OutgoingDraft extends Pick<CallInput<'conversation.send'>, 'text' | 'toolRequest'> {
  /** It goes with the results of the calls that run, where an answer is being written. */
  readonly isSteering?: boolean
}

/** With what the person attached. */
export type CompleteMessage = Omit<
  CallInput<'conversation.send'>,
  'conversationId' | 'folders' | 'choices' | 'ifBusy'
> &
  OutgoingDraft

/** With the folders that waited for it, as one act: a press says yes to one thing. @throws CallFailed */
export async function sendMessage(
  target: SendTarget,
  { isSteering = false, ...message }: CompleteMessage
): Promise<void> {
  const conversationId = target.conversationId ?? (await beginConversation(target))
  const folders = readWaiting(conversationId)
  const choices = readWaitingChoices(conversationId)
  await call('conversation.send', {
    ...{ conversationId, ...message },
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
  foldersBegin(id)
  choicesBegin(id)
  onBegun(id)
  return id
}
