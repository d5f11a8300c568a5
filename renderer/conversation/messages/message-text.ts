/** What a message says in plain words: for copying, and for how it ended. */
import type { Message, MessagePart } from '../../../app/contract/conversations'

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

/** All that a message holds, for where it can't be drawn. */
export function wholeText({ parts }: Message): string {
  return parts.map(partText).join('\n\n')
}

export function partText(part: MessagePart): string {
  return part.type === 'text' ? part.text : JSON.stringify(part, null, 2)
}

const notes: Readonly<Record<string, string>> = {
  max_tokens: 'The answer reached the model’s length limit and ends here.',
  refusal: 'The model declined to go on.',
  stopped: 'You stopped this answer.'
}

/** A sentence on an ending that needs one; null for an ordinary one and where a failure says it already. */
export function stopNote({ state, stopReason, failure }: Message): string | null {
  if (state === 'streaming' || failure !== null) return null
  return notes[stopReason ?? ''] ?? (state === 'stopped' ? (notes['stopped'] ?? null) : null)
}
