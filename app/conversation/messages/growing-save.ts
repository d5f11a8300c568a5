/**
 * Saves an answer that grows: while nothing but the end of one of its texts is new, only that is written, so that it costs
 * the same however long the answer is. All of it is written where anything else changed, and each time that it has become
 * twice as long, from when on the search finds what was added.
 */
import type { Message, MessagePart } from '../../contract/conversations'
import type { HistoryStore, MessageAddition } from '../../history/interface'
import { writtenSince } from './written-text'

/** In characters: below it, all of it is as quick. */
const leastPending = 4_000

type Growth = Pick<MessageAddition, 'part' | 'at' | 'text'>

/** What is durable: the message as it was, and how it was written. */
interface Saved {
  readonly message: Message
  /** Of the text that grows, when all was written. */
  readonly whole: number
  readonly additions: number
}

export function createGrowingSave(
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
    // Where somebody else has written the message meanwhile there is nothing to add to.
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

/** Null where more changed than the end of one text, or nothing. */
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
  const written = writtenSince(was, now)
  if (written !== null) return { at, text: written }
  return now.text.startsWith(was.text) ? { at, text: now.text.slice(at) } : null
}

/** Values that stayed are the same objects. */
function isSameBut(key: string, one: object, other: object): boolean {
  const fields = Object.entries(one)
  if (fields.length !== Object.keys(other).length) return false
  const values = new Map<string, unknown>(Object.entries(other))
  return fields.every(([name, value]) => name === key || (values.has(name) && values.get(name) === value))
}
