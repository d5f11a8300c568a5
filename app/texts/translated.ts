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

/** What the first frame of the window shows, and everything else. */
type Part = 'frame' | 'rest'
type Loaders = Readonly<Record<Part, () => Promise<{ readonly translation: Translation }>>>

const loaders: Readonly<Record<Exclude<Language, 'en'>, Loaders>> = {
  de: { frame: () => import('./compiled/de-frame'), rest: () => import('./compiled/de') }
}

let current: Language = 'en'
let translation: Translation = {}
let coreTexts: Translation[string] = {}

/** The current display language, also the locale of dates and numbers. */
export function shownLanguage(): Language {
  return current
}

let showing: Promise<void> = Promise.resolve()

/** Sets the display language. The caller redraws what was drawn before. One after the other: the last call counts. */
export function showLanguage(language: Language, parts: readonly Part[] = ['frame', 'rest']): Promise<void> {
  const shown = showing.then(() => load(language, parts))
  showing = shown.catch(() => {}) // the caller has it
  return shown
}

async function load(language: Language, parts: readonly Part[]): Promise<void> {
  const loaded = language === 'en' ? [] : await Promise.all(parts.map((part) => loaders[language][part]()))
  translation = Object.fromEntries(loaded.flatMap((each) => Object.entries(each.translation)))
  current = language
}

/** Adds the core's texts in English. */
export function addCoreTexts(english: object): void {
  coreTexts = english as Translation[string]
}

/** A text of the core; null if this version doesn't know it. */
export function findCoreText(key: string, language: Language): Text | null {
  const english = coreTexts[key] ?? null
  return language === 'en' ? english : (findTranslation('core', key) ?? english)
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
  return translation[area]?.[key] ?? null
}

/** The texts of an area, each in the display language at the time of the call. */
export function translated<Texts extends object>(area: string, english: Texts): Texts {
  const entries = Object.entries(english as Record<string, Text>).map(([key, text]) => [
    key,
    (values?: unknown) => (findTranslation(area, key) ?? text)(values)
  ])
  return Object.fromEntries(entries) as Texts
}
