/** Replaces every localized text inside a value by its English text. */
import type { LocalizedText } from '../contract/localized-text'
import { toEnglish } from '../texts/render-localized'

export function renderEnglish(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(renderEnglish)
  if (isSaid(value)) return toEnglish(value)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renderEnglish(inner)]))
}

function isSaid(value: object): value is LocalizedText {
  const { text, ...rest } = value as { readonly text?: unknown }
  const isAlone = Object.keys(rest).every((key) => key === 'values')
  return typeof text === 'string' && /^[a-z]+\.\w+$/i.test(text) && isAlone
}

export function translateToEnglish(text: LocalizedText | null | undefined): string {
  return text == null ? '' : toEnglish(text)
}

/** Problems of the settings with their messages in English. */
export function problemsInEnglish<Problem extends { readonly message: LocalizedText }>(
  problems: readonly Problem[]
): (Omit<Problem, 'message'> & { readonly message: string })[] {
  return problems.map((problem) => ({ ...problem, message: toEnglish(problem.message) }))
}
