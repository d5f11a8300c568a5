/**
 * Puts messages into the order that vendors accept: roles alternate, tool results stand first, nothing is
 * blank. Each provider calls it for itself; where the content comes from is not looked at.
 */
import type { ModelContent, ModelMessage } from './model'

/** Drops blank texts and empty messages, merges neighbours of one role, moves tool results to the front. */
export function arrangeMessages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const arranged: { role: ModelMessage['role']; content: ModelContent[] }[] = []
  for (const { role, content } of messages) {
    const kept = content.filter((item) => item.type !== 'text' || item.text.trim() !== '')
    if (kept.length === 0) continue
    const last = arranged.at(-1)
    if (last?.role === role) last.content.push(...kept)
    else arranged.push({ role, content: kept })
  }
  return arranged.map(({ role, content }) => ({ role, content: withResultsFirst(content) }))
}

function withResultsFirst(content: readonly ModelContent[]): readonly ModelContent[] {
  const isResult = (item: ModelContent): boolean => item.type === 'tool-result'
  return [...content.filter(isResult), ...content.filter((item) => !isResult(item))]
}
