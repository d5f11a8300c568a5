/** Converts texts in histories from before texts had keys: they are stored as plain text. */
import type { Message, MessagePart } from '../contract/conversations'
import type { LocalizedText } from '../contract/localized-text'
import { quote } from '../texts/render-localized'

export function localizeStoredTexts(message: Message): Message {
  // A row of a damaged history may contain less than a message.
  return Array.isArray(message.parts) ? { ...message, parts: message.parts.map(partWithKeys) } : message
}

function partWithKeys(part: MessagePart): MessagePart {
  if (part.type === 'tool-call' && part.outputProblems !== undefined) {
    const outputProblems = part.outputProblems.map((outputProblem) => ({
      ...outputProblem,
      message: toSaid(outputProblem.message)
    }))
    return { ...part, outputProblems }
  }
  if (part.type !== 'note') return part
  const { text, exchange } = part
  if (exchange === undefined) return { ...part, text: toSaid(text) }
  const entries = exchange.entries.map((entry) => ({ ...entry, text: toSaid(entry.text) }))
  return { ...part, text: toSaid(text), exchange: { ...exchange, entries } }
}

function toSaid(kept: LocalizedText | string): LocalizedText {
  return typeof kept === 'string' ? quote(kept) : kept
}
