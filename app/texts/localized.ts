/**
 * Localized texts. The core names a text and its values, and the window translates them. Models, servers and logs get
 * English. The window imports this file and loads the core's texts after its first frame. Everything else
 * imports `render-localized.ts`, which has them.
 */
import type { Language } from '../contract/limits'
import type { LocalizedText, LocalizedList, LocalizedValue } from '../contract/localized-text'
import type { CoreTexts } from './compiled/core'
import { findCoreText, shownLanguage } from './translated'

export type TextKey = keyof CoreTexts
type ValuesOf<Key extends TextKey> = Parameters<CoreTexts[Key]>[0]

/** A value may be a string, another text, or a list of either. */
type Sayable<Values> = {
  readonly [Name in keyof Values]: string extends Values[Name] ? LocalizedValue : Values[Name]
}

type Arguments<Key extends TextKey> = ValuesOf<Key> extends undefined ? [] : [values: Sayable<ValuesOf<Key>>]

/** `say('servers.exited', { exitCode: 1 })` */
export function say<Key extends TextKey>(text: Key, ...[values]: Arguments<Key>): LocalizedText {
  return values === undefined
    ? { text }
    : { text, values: values as Readonly<Record<string, LocalizedValue>> }
}

/** Text that isn't Parley's, or from a history from before texts had keys. */
export function quote(words: string): LocalizedText {
  return say('common.quote', { words })
}

/** Several sentences in a row. */
export function sentences(first: LocalizedText, ...others: readonly LocalizedText[]): LocalizedText {
  return others.reduce((all, next) => say('common.sentences', { all, next }), first)
}

/** In the display language. */
export function toText(said: LocalizedText): string {
  return inWords(said, shownLanguage())
}

/** For logs, models and servers. */
export function toEnglish(said: LocalizedText): string {
  return inWords(said, 'en')
}

/** The text of a failure for the user. */
export function failureText({
  message,
  said
}: {
  readonly message: string
  readonly said?: LocalizedText | undefined
}): string {
  return said === undefined ? message : toText(said)
}

function inWords({ text, values = {} }: LocalizedText, language: Language): string {
  const inLanguage = findCoreText(text, language)
  // From a later version of Parley or a damaged history: its values still say something.
  if (inLanguage === null)
    return [text, ...Object.values(values).map((value) => toWords(value, language))].join(' ')
  const words = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : toWords(value, language)
  ])
  return inLanguage(Object.fromEntries(words))
}

function toWords(value: LocalizedValue, language: Language): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return value.toLocaleString(language)
  if (isList(value)) return list(value, language, 'conjunction')
  if ('anyOf' in value) return list(value.anyOf, language, 'disjunction')
  return inWords(value, language)
}

function list(values: LocalizedList, language: Language, type: 'conjunction' | 'disjunction'): string {
  const words = values.map((value) => toWords(value, language))
  return new Intl.ListFormat(language, { type }).format(words)
}

function isList(value: LocalizedValue): value is LocalizedList {
  return Array.isArray(value)
}
