/** Spelling of what a person types, checked on this computer: words go to the core, and nowhere else. */
import { z } from 'zod'
import { said } from '../json'
import { spellingLimits } from '../dictionaries/spelling-limits'

const dictionary = z.strictObject({
  name: z.string(),
  /** With Parley, with the system, or put into the data folder by the person. */
  from: z.enum(['shipped', 'system', 'own']),
  isInUse: z.boolean()
})
export type DictionaryView = z.infer<typeof dictionary>

const spellingView = z.strictObject({
  /** The system checks by itself, in languages that are chosen there: the rest is empty. */
  isSystems: z.boolean(),
  dictionaries: z.array(dictionary),
  /** What could not be read, and where it is. */
  problems: z.array(said),
  /** Languages that are wanted and that no dictionary is there for. */
  missing: z.array(z.string()),
  /** Into which a person puts dictionaries. */
  folder: z.string(),
  /** One word a line. */
  ownWordsFile: z.string()
})
export type SpellingView = z.infer<typeof spellingView>

export const spellingCalls = {
  /** The misspelt ones among some words. Never fails: what can't be checked is right. */
  'spelling.check': {
    input: z.strictObject({
      words: z.array(z.string().max(spellingLimits.word)).max(spellingLimits.wordsAtOnce)
    }),
    output: z.strictObject({ wrong: z.array(z.string()) })
  },
  /**
   * Opens the menu of a marked word, which is selected in its field, at a place of the window in CSS pixels. It replaces
   * the selection, adds the word to the dictionary or lets it be, as the person chooses; answers when it has closed.
   * @throws HostError SPELLING_NOT_KEPT
   */
  'spelling.offer': {
    input: z.strictObject({
      word: z.string().min(1).max(spellingLimits.word),
      x: z.int().min(0).max(100_000),
      y: z.int().min(0).max(100_000)
    }),
    /** Whether the word is right from now on. */
    output: z.strictObject({ isRight: z.boolean() })
  },
  /** Which dictionaries there are, and what is wrong with them. */
  'spelling.read': { input: z.strictObject({}), output: spellingView }
} as const
