/** What a message says in plain words: for copying, and for how it ended. */
import type { Message, MessagePart } from '../../../app/contract/conversations'
import { directModelId } from '../../state/direct-model'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** The message's text as it was written, Markdown kept; a request for a tool as name and JSON. */
export function messageText({ parts }: Message): string {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return [part.text]
      return part.type === 'tool-request' ? [`${part.toolName} ${JSON.stringify(part.arguments)}`] : []
    })
    .join('\n\n')
    .trim()
}

/** What the person wrote in it themselves, without what is attached. */
export function readUserText({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
}

/** Each line as Markdown marks the words of others. */
export function asQuote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** All that a message holds, for where it can't be drawn. */
export function readMessageText({ parts }: Message): string {
  return parts.map(partText).join('\n\n')
}

export function partText(part: MessagePart): string {
  return part.type === 'text' || part.type === 'thinking' ? part.text : JSON.stringify(part, null, 2)
}

/** What can be done about an answer that ended early; as the host does it. */
export function waysOn(message: Message): { readonly canContinue: boolean; readonly canRetry: boolean } {
  const { model, state, stopReason, parts } = message
  const isCut = state === 'complete' && stopReason === 'max_tokens'
  if (!isCut && state !== 'stopped' && state !== 'failed') return { canContinue: false, canRetry: false }
  const hasBegun = parts.some((part) => part.type === 'tool-call' && part.startedAt !== null)
  const hasText = parts.some((part) => part.type === 'text' && part.text.trim() !== '')
  const canContinue = model !== directModelId && (hasBegun || hasText)
  // Asking anew could run a call a second time.
  return { canContinue, canRetry: !isCut && !(canContinue && hasBegun) }
}

const notes: ReadonlyMap<string | null, () => string> = new Map([
  ['max_tokens', texts.lengthLimit],
  ['refusal', texts.refused],
  ['stopped', texts.stoppedByYou]
])

/** A sentence on an ending that needs one; null for an ordinary one and where a failure says it already. */
export function stopNote({ state, stopReason, failure }: Message): string | null {
  if (state === 'streaming' || failure !== null) return null
  const note = notes.get(stopReason) ?? (state === 'stopped' ? texts.stoppedByYou : null)
  return note === null ? null : note()
}
