/** State in use until the settings change: dictionaries, their thread, earlier results. */
import path from 'node:path'
import type { Logger } from '../base/logger'
import type { LocalizedText } from '../contract/localized-text'
import { spellingLimits } from '../contract/settings/spelling-limits'
import { say, toEnglish } from '../texts/render-localized'
import { chooseDictionaries, type ChosenDictionaries, type ChosenSpelling } from './chosen-dictionaries'
import { findDictionaries, type FoundDictionaries } from './find-dictionaries'
import type { SpellingPort } from './interface'
import { describeBrokenDictionary } from './problems'
import { createSpeller, type Speller } from './speller'

export interface AvailableDictionaries {
  readonly found: FoundDictionaries
  readonly chosen: ChosenDictionaries
}

export interface OpenSpelling extends AvailableDictionaries {
  /** null: nothing is checked. */
  readonly speller: Speller | null
  readonly broken: readonly LocalizedText[]
  /** The misspelled words. Looks up only as many new words as `take` allows; the rest count as correct. */
  check(words: readonly string[], take: (words: number) => number): Promise<readonly string[]>
}

export interface OpenSpellingOptions {
  readonly port: SpellingPort
  readonly dataFolder: string
  readonly choice: () => ChosenSpelling
  /** Problems of a dictionary in use are reported immediately. */
  readonly tell: (problem: LocalizedText) => void
  readonly log: Logger
}

/** In the data folder; its file `own-words.txt` has the words that the user added. */
export const findDictionaryFolder = (dataFolder: string) => path.join(dataFolder, 'dictionaries')

export async function listDictionaryFolders({
  port,
  dataFolder,
  choice
}: OpenSpellingOptions): Promise<AvailableDictionaries> {
  const system = port.systemFolders.map((folder) => ({ folder, from: 'system' as const }))
  const found = await findDictionaries([
    { folder: findDictionaryFolder(dataFolder), from: 'own' },
    ...system,
    { folder: port.shippedFolder, from: 'shipped' }
  ])
  return { found, chosen: chooseDictionaries(choice(), found.dictionaries) }
}

export async function openSpelling(around: OpenSpellingOptions): Promise<OpenSpelling> {
  const here = await listDictionaryFolders(around)
  const broken: LocalizedText[] = []
  const note = (text: LocalizedText): void => {
    broken.push(text)
    around.tell(text)
    around.log.warn('a dictionary could not be used', { problem: toEnglish(text) })
  }
  const { inUse: dictionaries } = here.chosen
  if (dictionaries.length === 0) return { ...here, broken, speller: null, check: async () => [] }
  const speller = createSpeller(around.port.spawn({ dictionaries }), {
    onBroken: (one) => note(describeBrokenDictionary(one)),
    onGone: () => note(say('spelling.gone'))
  })
  return { ...here, broken, speller, check: rememberAnswers(speller) }
}

function rememberAnswers(speller: Speller): OpenSpelling['check'] {
  const isRight = new Map<string, boolean>()
  return async (words, take) => {
    const unknown = words.filter((word) => !isRight.has(word))
    const asked = unknown.slice(0, take(unknown.length))
    if (asked.length > 0) {
      const wrong = new Set(await speller.check(asked))
      if (isRight.size + asked.length > spellingLimits.kept) isRight.clear()
      for (const word of asked) isRight.set(word, !wrong.has(word))
    }
    return words.filter((word) => isRight.get(word) === false)
  }
}
