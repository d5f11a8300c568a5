/** Finds what a person is calling up while typing: `/` at the start for prompts, `@` at a word's start for resources. */
import type { PromptView, ResourceListing, ResourceView } from '../../../app/contract/offers'
import { fitsQuery } from '../attach/fits-query'

export interface ComposerTrigger {
  readonly kind: 'prompt' | 'resource'
  /** What follows the sign. */
  readonly query: string
  /** Where the sign and its word stand in the text; `end` is behind them. */
  readonly start: number
  readonly end: number
}

/** Names are short; longer words are something else. */
const queryLimit = 100

/** `caret`: position of the insertion mark. Null when nothing is called up there. */
export function findTrigger(text: string, caret: number): ComposerTrigger | null {
  const before = text.slice(Math.max(0, caret - queryLimit - 2), caret)
  const rest = /^\S*/.exec(text.slice(caret, caret + queryLimit + 1))?.[0] ?? ''
  const word = /\S*$/.exec(before)?.[0] ?? ''
  const start = caret - word.length
  const query = word.slice(1) + rest
  if (word === '' || query.length > queryLimit) return null
  const place = { query, start, end: caret + rest.length }
  if (word.startsWith('/') && start === 0) return { kind: 'prompt', ...place }
  // Further signs inside the word make it an address: ada@example.com begins with none.
  return word.startsWith('@') && !query.includes('@') ? { kind: 'resource', ...place } : null
}

/** The text without the word that called something up. */
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

/** Names that begin with the words come first; apart from that the order stays. */
function beginningFirst<T>(items: readonly T[], query: string, nameOf: (item: T) => string): readonly T[] {
  const begins = (item: T) => nameOf(item).toLowerCase().startsWith(query.toLowerCase())
  return [...items.filter(begins), ...items.filter((item) => !begins(item))]
}
