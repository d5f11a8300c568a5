/** What tables of models say about one model. Pure. */
import type { ModelFacts } from '../../contract/models/model-facts'
import type { ModelTable } from './read-table'

type Entries = ModelTable['entries']

/**
 * Of all matching patterns, the one with the most letters counts, value by value. A model is known by its id, by its id
 * after the provider's name in the settings, and by the end of an id that a router prefixed with a vendor's name.
 */
export function findFacts(entries: Entries, providerName: string, model: string): ModelFacts {
  const names = [`${providerName}/${model}`, model, model.slice(model.lastIndexOf('/') + 1)]
  const fitting = [...entries].filter(([pattern]) => names.some((name) => fits(pattern, name)))
  const ordered = fitting.toSorted(([one], [other]) => letters(one) - letters(other))
  return Object.assign({}, ...ordered.map(([, facts]) => facts)) as ModelFacts
}

function letters(pattern: string): number {
  return pattern.replaceAll('*', '').length
}

/** Without a regular expression: a pattern with many stars must not take long. */
export function fits(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return first === text
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
