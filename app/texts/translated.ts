/**
 * The display language, and the translation of an English text. English is next to the code that uses it. Any other
 * language is one module, loaded when chosen, so that it doesn't slow down the start.
 */
import { languages, type Language, type LanguageSetting } from '../contract/limits'

/** A value for a `{name}` in a text. */
export type Value = string | number

type Text = (values?: unknown) => string
/** area → key → text. All texts of the core are under `core`. */
export type Translation = Readonly<Record<string, Readonly<Record<string, Text>>>>

const loaders: Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<{ readonly translation: Translation }>>
> = {
  de: () => import('./compiled/de')
}

let current: Language = 'en'
let translation: Translation | null = null

/** The current display language, also the locale of dates and numbers. */
export function shownLanguage(): Language {
  return current
}

/** Sets the display language. The caller redraws what was drawn before. */
export async function showLanguage(language: Language): Promise<void> {
  const loaded = language === 'en' ? null : (await loaders[language]()).translation
  translation = loaded
  current = language
}

/** The display language for the choice `wanted` and the system's preferences (BCP 47, best first). */
export function chooseLanguage(wanted: LanguageSetting, preferred: readonly string[]): Language {
  if (wanted !== 'system') return wanted
  for (const tag of preferred) {
    const found = languages.find((language) => language === tag.split('-')[0]?.toLowerCase())
    if (found !== undefined) return found
  }
  return 'en'
}

/** The text in the display language; null if it only exists in English. */
export function findTranslation(area: string, key: string): Text | null {
  return translation?.[area]?.[key] ?? null
}

/** The texts of an area, each in the display language at the time of the call. */
export function translated<Texts extends object>(area: string, english: Texts): Texts {
  const entries = Object.entries(english as Record<string, Text>).map(([key, text]) => [
    key,
    (values?: unknown) => (findTranslation(area, key) ?? text)(values)
  ])
  return Object.fromEntries(entries) as Texts
}
