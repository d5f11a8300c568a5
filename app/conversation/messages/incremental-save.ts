/**
 * Saves a growing answer. While only the end of one text is new, only that is written, so the cost doesn't depend on
 * the length of the answer. Everything is written after any other change, and each time the answer has doubled in
 * length, so that the search finds the new text.
 */
import type { Message, MessagePart } from '../../contract/conversations'
import type { HistoryStore, MessageAddition } from '../../history/interface'
import { readGrowthSince } from './growing-text'

/** In characters. Shorter messages are as fast to write in full. */
const leastPending = 4_000

type Growth = Pick<MessageAddition, 'part' | 'at' | 'text'>

/** What is durable: the message at that time, and how it was written. */
interface Saved {
  readonly message: Message
  /** Length of the growing text at the last full write. */
  readonly whole: number
  readonly additions: number
}

export function createIncrementalSave(
  history: Pick<HistoryStore, 'saveMessage' | 'addToMessage'>
): (message: Message) => Promise<void> {
  let saved: Saved | null = null

  const add = async (before: Saved, message: Message): Promise<boolean> => {
    const growth = findGrowth(before.message, message)
    if (growth === null) return false
    const { at, text } = growth
    const whole = before.additions === 0 ? at : before.whole
    if (at + text.length - whole > Math.max(whole, leastPending)) return false
    const { conversationId, id: messageId } = message
    const addition = { conversationId, messageId, number: before.additions, ...growth }
    // There is nothing to add to if another writer has changed the message.
    if (!(await history.addToMessage(addition))) return false
    saved = { message, whole, additions: before.additions + 1 }
    return true
  }
  return async (message) => {
    const before = saved
    saved = null // until it is known to be durable
    if (before !== null && (await add(before, message))) return
    await history.saveMessage(message)
    saved = { message, whole: 0, additions: 0 }
  }
}

/** null if more than the end of one text changed, or nothing did. */
function findGrowth(before: Message, after: Message): Growth | null {
  if (before.parts.length !== after.parts.length || !isSameBut('parts', before, after)) return null
  let growth: Growth | null = null
  for (const [part, now] of after.parts.entries()) {
    const was = before.parts[part]
    if (was === now) continue
    const text = was === undefined ? null : addedText(was, now)
    if (text === null || growth !== null) return null
    growth = { part, ...text }
  }
  return growth
}

function addedText(was: MessagePart, now: MessagePart): Omit<Growth, 'part'> | null {
  if (was.type !== 'text' && was.type !== 'thinking') return null
  if ((now.type !== 'text' && now.type !== 'thinking') || !isSameBut('text', was, now)) return null
  const at = was.text.length
  if (now.text.length <= at) return null
  const written = readGrowthSince(was, now)
  if (written !== null) return { at, text: written }
  return now.text.startsWith(was.text) ? { at, text: now.text.slice(at) } : null
}

/** Unchanged values are the same objects. */
function isSameBut(key: string, one: object, other: object): boolean {
  const fields = Object.entries(one)
  if (fields.length !== Object.keys(other).length) return false
  const values = new Map<string, unknown>(Object.entries(other))
  return fields.every(([name, value]) => name === key || (values.has(name) && values.get(name) === value))
}
