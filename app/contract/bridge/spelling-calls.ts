/** Spelling of the user's text, checked on this computer: words go only to the core. */
import { z } from 'zod'
import { localizedText } from '../json'
import { spellingLimits } from '../settings/spelling-limits'

const dictionary = z.strictObject({
  name: z.string(),
  /** With Parley, with the system, or put into the data folder by the user. */
  from: z.enum(['shipped', 'system', 'own']),
  isInUse: z.boolean()
})
export type DictionaryView = z.infer<typeof dictionary>

const spellingView = z.strictObject({
  /** The system does the check itself, in languages chosen in its settings; the other fields are empty. */
  isSystems: z.boolean(),
  dictionaries: z.array(dictionary),
  /** What could not be read, and where it is. */
  problems: z.array(localizedText),
  /** Languages that are wanted and that no dictionary is there for. */
  missing: z.array(z.string()),
  /** The folder for the user's own dictionaries. */
  folder: z.string(),
  /** One word a line. */
  ownWordsFile: z.string()
})
export type SpellingView = z.infer<typeof spellingView>

export const spellingCalls = {
  /** Returns the misspelled words in a list. Never fails: a word that can't be checked counts as correct. */
  'spelling.check': {
    approval: null,
    input: z.strictObject({
      words: z.array(z.string().max(spellingLimits.word)).max(spellingLimits.wordsAtOnce)
    }),
    output: z.strictObject({ wrong: z.array(z.string()) })
  },
  /**
   * Opens the menu of a marked, selected word at a position in CSS pixels. It replaces the word, adds it to
   * the dictionary or ignores it. Returns when the menu closes. @throws HostError SPELLING_NOT_KEPT
   */
  'spelling.offer': {
    // The user chooses what to do in a menu that main draws.
    approval: null,
    input: z.strictObject({
      word: z.string().min(1).max(spellingLimits.word),
      x: z.int().min(0).max(100_000),
      y: z.int().min(0).max(100_000)
    }),
    /** Whether the word is right from now on. */
    output: z.strictObject({ isRight: z.boolean() })
  },
  /** The available dictionaries and their problems. */
  'spelling.read': { approval: null, input: z.strictObject({}), output: spellingView }
} as const
