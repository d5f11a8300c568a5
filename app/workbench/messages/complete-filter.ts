/** Continues a filter for messages. Pure. */
import { directions, flags, kinds, numberFields, textFields } from './message-filter'

/** Names that occur in the messages. */
export interface KnownNames {
  readonly methods: readonly string[]
  readonly tools: readonly string[]
}

const mostOffered = 20

/** Whole filters, whose last word is completed. */
export function completeFilter(filter: string, known: KnownNames): readonly string[] {
  const typed = /(?<=^|\s)-?[^\s"]*(?:"[^"]*)?$/.exec(filter)?.[0] ?? ''
  const isExcluded = typed.startsWith('-')
  const word = (isExcluded ? typed.slice(1) : typed).toLowerCase()
  const before = filter.slice(0, filter.length - typed.length) + (isExcluded ? '-' : '')
  return listTerms(word, known)
    .filter((term) => term.toLowerCase().startsWith(word) && term.toLowerCase() !== word)
    .slice(0, mostOffered)
    .map((term) => `${before}${term}`)
}

function listTerms(word: string, { methods, tools }: KnownNames): readonly string[] {
  const values: Readonly<Record<string, readonly string[]>> = {
    method: methods,
    tool: tools,
    kind: kinds,
    dir: directions
  }
  const field = /^(?<field>[a-z]+):/.exec(word)?.groups?.['field'] ?? ''
  const ofField = values[field]
  if (ofField !== undefined) return ofField.map((value) => `${field}:${quoteWords(value)}`)
  const texts = ['method', 'tool', 'kind', 'dir', ...textFields].map((each) => `${each}:`)
  return [...new Set([...texts, ...numberFields.map((each) => `${each}>`), ...flags])]
}

function quoteWords(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value
}
