/** Finds dictionaries on this computer and selects them for languages. Doesn't read their content. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { shippedName } from '../base/shipped-file'
import { dictionaryName } from '../contract/settings/dictionary-name'
import { spellingLimits } from '../contract/settings/spelling-limits'
import type { DictionaryFiles } from './spelling-messages'

export interface DictionaryFolder {
  readonly folder: string
  readonly from: DictionaryFiles['from']
}

export interface FoundDictionaries {
  /** By name. If two have the same name, the one in the earlier folder. */
  readonly dictionaries: readonly DictionaryFiles[]
  /** Word lists without rules, in the user's own folder. */
  readonly withoutRules: readonly string[]
  /** Existing folders that can't be read. */
  readonly unreadable: readonly string[]
}

export async function findDictionaries(folders: readonly DictionaryFolder[]): Promise<FoundDictionaries> {
  const listed = await Promise.all(folders.map(async (item) => ({ ...item, names: await list(item) })))
  const byName = new Map<string, DictionaryFiles>()
  const withoutRules: string[] = []
  for (const { folder, from, names } of listed) {
    for (const name of [...(names ?? [])].filter(isDictionary).map(toName)) {
      const [aff, dic] = [path.join(folder, `${name}.aff`), path.join(folder, `${name}.dic`)]
      const hasRules = names?.has(`${name}.aff`) === true
      if (hasRules && !byName.has(name)) byName.set(name, { name, from, aff, dic })
      if (!hasRules && from === 'own') withoutRules.push(dic)
    }
  }
  const dictionaries = [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const unreadable = listed.flatMap(({ folder, names }) => (names === null ? [folder] : []))
  return { dictionaries, withoutRules, unreadable }
}

const isDictionary = (file: string) => file.endsWith('.dic') && dictionaryName.safeParse(toName(file)).success
const toName = (file: string) => file.slice(0, -'.dic'.length)

/** null: it exists but can't be read. */
async function list({ folder, from }: DictionaryFolder): Promise<ReadonlySet<string> | null> {
  try {
    const names = await readdir(folder)
    const known = from === 'shipped' ? names.map(shippedName) : names
    return new Set(known.toSorted().slice(0, spellingLimits.files))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Set() : null
  }
}

/** The dictionary for a name or a language, preferably of the country with the same code: `de_DE` for `de`. */
export function chooseDictionary(
  wanted: string,
  dictionaries: readonly DictionaryFiles[]
): DictionaryFiles | null {
  const name = plain(wanted)
  const language = languageOf(wanted)
  const same = dictionaries.filter((dictionary) => languageOf(dictionary.name) === language)
  const exact = same.find((item) => plain(item.name) === name)
  if (exact !== undefined || name !== language) return exact ?? null
  return same.find((entry) => plain(entry.name) === `${language}_${language}`) ?? same[0] ?? null
}

const plain = (name: string) => name.replaceAll('-', '_').toLowerCase()
const languageOf = (name: string) => plain(name).split('_')[0] ?? ''
