/** Finds a call of a running turn by its id, for those who know nothing else of it: what its server asks the host. */
import type { CallPlace } from '../calls/late-call-updates'
import type { Conversation } from './conversation-list'
import { findCall } from '../messages/transcript'

export interface RunningCall extends CallPlace {
  readonly toolName: string
}

export function findRunningCall(conversations: readonly Conversation[], callId: string): RunningCall | null {
  for (const { run } of conversations) {
    const message = run?.live?.read()
    const call = message === undefined ? null : findCall(message, callId)
    if (message === undefined || call === null) continue
    const { conversationId, id: messageId } = message
    return { conversationId, messageId, callId, toolName: call.toolName }
  }
  return null
}
