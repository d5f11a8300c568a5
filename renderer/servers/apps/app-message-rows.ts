/** Describes the messages of an app. Pure. */
import type { EventPayload } from '../../../app/contract/bridge/events'
import type { TracedViewMessage } from '../../../app/contract/bridge/inspected-view-calls'

export interface AppMessageRow {
  readonly message: TracedViewMessage
  /** For an answer, its request's method; untrusted text. Null if unknown. */
  readonly method: string | null
  readonly kind: 'request' | 'result' | 'failure' | 'notification' | 'unreadable'
}

export interface AppMessageRows {
  /** Oldest first. */
  readonly rows: readonly AppMessageRow[]
  /** Messages that came too fast, or were removed because newer ones came. */
  readonly leftOut: number
  /** Methods of requests without an answer, by direction and id. */
  readonly open: ReadonlyMap<string, string>
}

export const noAppMessages: AppMessageRows = { rows: [], leftOut: 0, open: new Map() }

/** Messages, characters of all their JSON, and requests that wait for an answer. */
const most = { rows: 500, characters: 2_000_000, open: 500 }

export function addMessages(
  { rows, leftOut, open }: AppMessageRows,
  batch: EventPayload<'view.messaged'>
): AppMessageRows {
  const requests = new Map(open)
  const added = batch.messages.map((message) => describeMessage(message, requests))
  for (const key of requests.keys()) {
    if (requests.size <= most.open) break
    requests.delete(key)
  }
  const all = [...rows, ...added]
  const kept = takeNewest(all)
  return { rows: kept, leftOut: leftOut + batch.leftOut + all.length - kept.length, open: requests }
}

function describeMessage(message: TracedViewMessage, open: Map<string, string>): AppMessageRow {
  const value = message.text === null ? null : parse(message.text)
  if (value === null) return { message, method: null, kind: 'unreadable' }
  const { id, method } = value
  if (typeof method === 'string') {
    if (id === undefined) return { message, method, kind: 'notification' }
    // A refused one is answered, too.
    open.set(keyOf(message.direction, id), method)
    return { message, method, kind: 'request' }
  }
  const key = keyOf(message.direction === 'in' ? 'out' : 'in', id)
  const asked = open.get(key) ?? null
  open.delete(key)
  return { message, method: asked, kind: 'error' in value ? 'failure' : 'result' }
}

function keyOf(direction: TracedViewMessage['direction'], id: unknown): string {
  return `${direction} ${JSON.stringify(id)}`
}

function parse(text: string): { readonly id?: unknown; readonly method?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null // the app may send anything
  }
}

function takeNewest(rows: readonly AppMessageRow[]): readonly AppMessageRow[] {
  let characters = 0
  let first = rows.length
  while (first > 0 && rows.length - first < most.rows) {
    characters += rows[first - 1]?.message.text?.length ?? 0
    if (characters > most.characters) break
    first -= 1
  }
  return rows.slice(first)
}

/** One message per line, as JSON. */
export function appMessageLines(rows: readonly AppMessageRow[]): string {
  return rows
    .map(({ message: { at, direction, text, size, refusal } }) => {
      const message = text === null ? null : (parse(text) ?? text)
      return JSON.stringify({ at: new Date(at).toISOString(), direction, size, refusal, message })
    })
    .join('\n')
}
