/**
 * Whose text a model has read: the servers of which a request for a model holds something that they gave in this
 * conversation. Found in what is stored, so that it holds after a restart. What servers say of themselves and their
 * tools stands in every request and is not meant here. What a request is made of is in `context.ts`.
 */
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'

/** `step`: of the request in the last message; what that step itself asked for, it had not read. */
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

/** Whose text a script holds: what its calls gave so far. It may hand on any of it, in whatever form. */
export function serversOfScript({ parts }: Message, scriptCallId: string): readonly string[] {
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
    // Words of the person, of the model, or of Parley.
    case 'text':
    case 'thinking':
    case 'file':
    case 'tool-request':
    case 'tool-suggestions':
    case 'note':
      return null
  }
}

/** Once a call was sent, all that is told of its end may be words of its server: a result, an error, how it broke off. */
function gaveSomething({ state, startedAt, review }: ToolCallPart): boolean {
  if (review?.decision === 'refused') return false
  if (review?.decision === 'changed') return true
  return state === 'done' || ((state === 'failed' || state === 'cancelled') && startedAt !== null)
}
