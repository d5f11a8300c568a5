/** A message as plain text: for copying, and how it ended. */
import type { Message, MessagePart } from '../../../app/contract/conversations'
import { directModelId } from '../../../app/contract/direct-model'
import { composer as texts } from '../../../app/texts/compiled/window/composer'

/** The message's text as written, with Markdown; a tool request as name and JSON. */
export function messageText({ parts }: Message): string {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return [part.text]
      if (part.type === 'resource' && part.fromView === 'message')
        return part.contents.flatMap(({ text }) => text ?? [])
      return part.type === 'tool-request' ? [`${part.toolName} ${JSON.stringify(part.arguments)}`] : []
    })
    .join('\n\n')
    .trim()
}

/** The user's own text in it, without attachments. */
export function readUserText({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
}

/** Each line marked as a quote in Markdown. */
export function asQuote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** Everything in a message as text, for when it can't be drawn. */
export function readMessageText({ parts }: Message): string {
  return parts.map(partText).join('\n\n')
}

export function partText(part: MessagePart): string {
  return part.type === 'text' || part.type === 'thinking' ? part.text : JSON.stringify(part, null, 2)
}

/** What can be done about an answer that ended early, by the host's rules. */
export function findRecoveryOptions(message: Message): {
  readonly canContinue: boolean
  readonly canRetry: boolean
} {
  const { model, state, stopReason, parts } = message
  const isCut = state === 'complete' && stopReason === 'max_tokens'
  if (!isCut && state !== 'stopped' && state !== 'failed') return { canContinue: false, canRetry: false }
  const hasBegun = parts.some((part) => part.type === 'tool-call' && part.startedAt !== null)
  const hasText = parts.some((part) => part.type === 'text' && part.text.trim() !== '')
  const canContinue = model !== directModelId && (hasBegun || hasText)
  // Regenerating could run a call a second time.
  return { canContinue, canRetry: !isCut && !(canContinue && hasBegun) }
}

const notes: ReadonlyMap<string | null, () => string> = new Map([
  ['max_tokens', texts.lengthLimit],
  ['refusal', texts.refused],
  ['stopped', texts.stoppedByYou]
])

/** A sentence on how it ended; null for a normal end and where a failure explains it already. */
export function stopNote({ state, stopReason, failure }: Message): string | null {
  if (state === 'streaming' || failure !== null) return null
  const note = notes.get(stopReason) ?? (state === 'stopped' ? texts.stoppedByYou : null)
  return note === null ? null : note()
}
