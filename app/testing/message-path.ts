/** Reads messages like the real history. */
import type { Message } from '../contract/conversations'

/** The messages up to `lastId`, oldest first; null: up to the newest. `arrived`: in order of arrival. */
export function findMessagePath(arrived: readonly Message[], lastId: string | null): Message[] {
  const path: Message[] = []
  for (let id = lastId ?? arrived.at(-1)?.id; id !== undefined;) {
    const message = arrived.find((one) => one.id === id)
    if (message === undefined) break
    path.unshift(message)
    id = message.parentId ?? undefined
  }
  return path
}
