/**
 * Finds what the user is looking up while typing: `/` at the start for prompts, `@` at the start of a word for
 * resources.
 */
import type { PromptView, ResourceListing, ResourceView } from '../../../app/contract/offers'
import { fitsQuery } from '../attach/fits-query'

export interface ComposerTrigger {
  readonly kind: 'prompt' | 'resource'
  /** The text after the trigger character. */
  readonly query: string
  /** The position of the trigger character and its word; `end` is behind them. */
  readonly start: number
  readonly end: number
}

/** Names are short; longer text isn't a lookup. */
const queryLimit = 100

/** `caret`: position in the text. Null if nothing is being looked up there. */
export function findTrigger(text: string, caret: number): ComposerTrigger | null {
  const before = text.slice(Math.max(0, caret - queryLimit - 2), caret)
  const rest = /^\S*/.exec(text.slice(caret, caret + queryLimit + 1))?.[0] ?? ''
  const word = /\S*$/.exec(before)?.[0] ?? ''
  const start = caret - word.length
  const query = word.slice(1) + rest
  if (word === '' || query.length > queryLimit) return null
  const place = { query, start, end: caret + rest.length }
  if (word.startsWith('/') && start === 0) return { kind: 'prompt', ...place }
  // More trigger characters within the word make it an address, such as ada@example.com.
  return word.startsWith('@') && !query.includes('@') ? { kind: 'resource', ...place } : null
}

/** The text without the trigger word. */
export function withoutTrigger(text: string, { start, end }: ComposerTrigger): string {
  const after = text.slice(end)
  return text.slice(0, start) + (start === 0 || /\s$/.test(text.slice(0, start)) ? after.trimStart() : after)
}

export function matchTriggerPrompts(prompts: readonly PromptView[], query: string): readonly PromptView[] {
  const fitting = prompts.filter(({ name, title, description, serverName }) =>
    fitsQuery(query, [`${serverName}/${name}`, title, description])
  )
  return beginningFirst(fitting, query, ({ name }) => name)
}

export function fittingResources(
  listings: readonly ResourceListing[],
  query: string
): readonly ResourceView[] {
  const fitting = listings
    .flatMap(({ resources }) => resources)
    .filter(({ name, title, uri, serverName }) => fitsQuery(query, [name, title, uri, serverName]))
  return beginningFirst(fitting, query, ({ title, name }) => title ?? name)
}

/** Names that begin with the query come first; the other names keep their order. */
function beginningFirst<T>(items: readonly T[], query: string, nameOf: (item: T) => string): readonly T[] {
  const begins = (item: T) => nameOf(item).toLowerCase().startsWith(query.toLowerCase())
  return [...items.filter(begins), ...items.filter((item) => !begins(item))]
}
