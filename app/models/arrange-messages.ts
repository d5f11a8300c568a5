/**
 * Puts messages into the order that vendors accept: the user begins and ends, roles alternate, tool results come first,
 * nothing is blank. Each provider calls it; the source of the content doesn't matter.
 */
import type { ModelContent, ModelMessage } from './model'

/**
 * Drops thoughts of other writers, blank texts and empty messages, merges neighbors with the same role, moves tool
 * results to the front, and inserts a user message where the model would begin or end.
 */
export function arrangeMessages(
  messages: readonly ModelMessage[],
  writer: string | null = null
): readonly ModelMessage[] {
  const arranged: { role: ModelMessage['role']; content: ModelContent[] }[] = []
  for (const { role, content } of messages) {
    const own = content.filter((item) => {
      if (item.type === 'thinking') return item.seal.writer === writer
      return item.type !== 'text' || item.text.trim() !== ''
    })
    // A thought after which the answer was stopped is rejected: it needs a continuation.
    const kept = own.slice(0, own.findLastIndex(({ type }) => type !== 'thinking') + 1)
    if (kept.length === 0) continue
    const last = arranged.at(-1)
    if (last?.role === role) last.content.push(...kept)
    else arranged.push({ role, content: kept })
  }
  return betweenUsers(arranged.map(({ role, content }) => ({ role, content: withResultsFirst(content) })))
}

/**
 * Only a server's prompt begins or ends with the model; checked here, because blank messages have been removed by now.
 */
function betweenUsers(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const say = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })
  const before = messages[0]?.role === 'assistant' ? [say('[A prompt begins here.]')] : []
  const after =
    messages.at(-1)?.role === 'assistant' ? [say('[The prompt ends here. Continue from it.]')] : []
  return [...before, ...messages, ...after]
}

function withResultsFirst(content: readonly ModelContent[]): readonly ModelContent[] {
  const isResult = (item: ModelContent): boolean => item.type === 'tool-result'
  return [...content.filter(isResult), ...content.filter((item) => !isResult(item))]
}
