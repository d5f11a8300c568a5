/** What a history in memory needs to read messages as the real one does. */
import type { Message } from '../contract/conversations'

/** The messages that lead to `lastId`, oldest first; null: to the newest of them. `arrived`: in the order of arrival. */
export function pathTo(arrived: readonly Message[], lastId: string | null): Message[] {
  const path: Message[] = []
  for (let id = lastId ?? arrived.at(-1)?.id; id !== undefined;) {
    const message = arrived.find((one) => one.id === id)
    if (message === undefined) break
    path.unshift(message)
    id = message.parentId ?? undefined
  }
  return path
}
