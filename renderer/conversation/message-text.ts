/** What a message says in plain words: for copying, and for how it ended. */
import type { Message } from '../../app/contract/conversations'

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

const notes: Readonly<Record<string, string>> = {
  max_tokens: 'The answer reached the model’s length limit and ends here.',
  'step-limit':
    'The turn reached the limit of tool steps. Send a message to go on, or raise the limit in Settings.',
  refusal: 'The model declined to go on.',
  stopped: 'You stopped this answer.'
}

/** A sentence on an ending that needs one, null for an ordinary one. */
export function stopNote({ state, stopReason }: Message): string | null {
  if (state === 'streaming') return null
  return notes[stopReason ?? ''] ?? (state === 'stopped' ? (notes['stopped'] ?? null) : null)
}
