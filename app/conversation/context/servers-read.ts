/**
 * Finds the servers whose text a model has read, which is everything from them in a request for this conversation. It
 * is derived from stored messages, so it survives a restart. Server metadata is part of every request and isn't
 * included here. `next-request.ts` builds the requests.
 */
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'

/** `step`: the step of the request in the last message. The model hadn't read the results of that step's own calls. */
export function serversRead(messages: readonly Message[], step: number): readonly string[] {
  const last = messages.at(-1)
  const read = new Set<string>()
  for (const message of messages) {
    for (const part of message.parts) {
      const isLater = message === last && message.role === 'assistant' && 'step' in part && part.step >= step
      const serverName = isLater ? null : giverOf(part)
      if (serverName !== null) read.add(serverName)
    }
  }
  return [...read]
}

/**
 * The servers whose text a script has, which is what its calls returned so far. It may pass on any of it, in any form.
 */
export function listScriptServers({ parts }: Message, scriptCallId: string): readonly string[] {
  const own = parts.filter((part) => part.type === 'tool-call' && part.scriptCallId === scriptCallId)
  return [...new Set(own.flatMap((part) => giverOf(part) ?? []))]
}

function giverOf(part: MessagePart): string | null {
  switch (part.type) {
    case 'tool-call':
      return gaveSomething(part) ? (part.readOf?.serverName ?? part.serverName) : null
    case 'resource':
    case 'prompt':
      return part.serverName
    // Text of the user, the model, or Parley.
    case 'text':
    case 'thinking':
    case 'file':
    case 'tool-request':
    case 'tool-suggestions':
    case 'note':
      return null
  }
}

/**
 * Once a call was sent, everything about its end may contain text of its server: a result, an error, or how it broke
 * off.
 */
function gaveSomething({ state, startedAt, review }: ToolCallPart): boolean {
  if (review?.decision === 'refused') return false
  if (review?.decision === 'changed') return true
  return state === 'done' || ((state === 'failed' || state === 'cancelled') && startedAt !== null)
}
