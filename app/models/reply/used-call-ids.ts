import type { ModelRequest } from '../model'

/** Ids of the calls that a conversation holds: services that count anew with each answer use them again. */
export function usedCallIds({ messages }: Pick<ModelRequest, 'messages'>): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ content }) => content.flatMap((item) => (item.type === 'tool-call' ? item.id : [])))
  )
}
