/** The thread's work: opens the dictionaries, reports broken ones, and answers in order. */
import { spellingLimits } from '../contract/settings/spelling-limits'
import { openDictionary, type OpenDictionary } from './hunspell'
import type {
  BrokenDictionary,
  DictionaryFiles,
  FromSpeller,
  SpellerWork,
  ToSpeller
} from './spelling-messages'
import { DictionaryError } from './read-dictionary'

export interface SpellerPort {
  postMessage(news: FromSpeller): void
  on(event: 'message', listener: (asked: ToSpeller) => void): unknown
}

export function serveSpelling(
  port: SpellerPort,
  { dictionaries }: SpellerWork,
  wasmBinary: Uint8Array
): void {
  const tell = (broken: BrokenDictionary): void => port.postMessage({ type: 'broken', broken })
  const opening = openAll(dictionaries, wasmBinary, tell)
  port.on('message', (asked) => {
    void opening.then((speller) => {
      const words = asked.type === 'check' ? speller.check(asked.words) : speller.suggest(asked.word)
      port.postMessage({ type: 'answered', id: asked.id, words })
    })
  })
}

async function openAll(
  dictionaries: readonly DictionaryFiles[],
  wasmBinary: Uint8Array,
  tell: (broken: BrokenDictionary) => void
) {
  let open: readonly OpenDictionary[] = []
  for (const files of dictionaries) {
    try {
      open = [...open, await openDictionary(files, wasmBinary)]
    } catch (error) {
      tell(brokenBy(error, files))
    }
  }
  /** A dictionary that fails on a word is no longer used. */
  const ask = <T>(dictionary: OpenDictionary, question: (one: OpenDictionary) => T, without: T): T => {
    try {
      return question(dictionary)
    } catch (error) {
      open = open.filter((item) => item !== dictionary)
      tell(brokenBy(error, dictionary.files))
      return without
    }
  }
  return {
    check: (words: readonly string[]): readonly string[] => {
      return words.filter(
        (word) => open.length > 0 && !open.some((entry) => ask(entry, ({ isRight }) => isRight(word), true))
      )
    },
    suggest: (word: string): readonly string[] => {
      const found = open.map((one) => ask(one, ({ suggest }) => suggest(word), []))
      return inTurn(found).slice(0, spellingLimits.suggestions)
    }
  }
}

/** The best of each language first. */
function inTurn(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const places = Array.from({ length: longest }, (_none, place) => place)
  return [...new Set(places.flatMap((place) => lists.flatMap((list) => list[place] ?? [])))]
}

function brokenBy(error: unknown, { name, aff }: DictionaryFiles): BrokenDictionary {
  if (error instanceof DictionaryError) {
    const { file, why, reason } = error
    return { name, file, why, reason }
  }
  return { name, file: aff, why: 'failed', reason: String(error).slice(0, 200) }
}
