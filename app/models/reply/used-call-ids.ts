import type { ModelRequest } from '../model'

/** Ids of the calls in a conversation: services that restart counting with each answer use them again. */
export function usedCallIds({ messages }: Pick<ModelRequest, 'messages'>): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ content }) => content.flatMap((item) => (item.type === 'tool-call' ? item.id : [])))
  )
}
