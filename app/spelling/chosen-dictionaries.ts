/** The dictionaries in use: the user's choice, or those for the display language and English. */
import type { Language } from '../contract/limits'
import { spellingLimits } from '../contract/settings/spelling-limits'
import { chooseDictionary } from './find-dictionaries'
import type { DictionaryFiles } from './spelling-messages'

export interface ChosenSpelling {
  readonly isOn: boolean
  /** Names of dictionaries or languages; null: no choice. */
  readonly languages: readonly string[] | null
  /** Display language. */
  readonly shown: Language
}

export interface ChosenDictionaries {
  readonly inUse: readonly DictionaryFiles[]
  readonly missing: readonly string[]
}

export function chooseDictionaries(
  { isOn, languages, shown }: ChosenSpelling,
  dictionaries: readonly DictionaryFiles[]
): ChosenDictionaries {
  if (!isOn) return { inUse: [], missing: [] }
  const wanted = [...new Set(languages ?? [shown, 'en'])].slice(0, spellingLimits.languages)
  const found = wanted.map((name) => ({ name, files: chooseDictionary(name, dictionaries) }))
  const missing = found.flatMap(({ name, files }) => (files === null ? [name] : []))
  // With only English, every word of a German text would be marked, so nothing is checked.
  if (languages === null && missing.length > 0) return { inUse: [], missing }
  return { inUse: [...new Set(found.flatMap(({ files }) => files ?? []))], missing }
}
