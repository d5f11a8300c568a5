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
  /**
   * The misspelt ones among some words, for the preload. `language` is that of the words to look for; null: nothing is checked.
   * Never fails: what can't be checked is right.
   */
  'spelling.check': {
    input: z.strictObject({
      words: z.array(z.string().max(spellingLimits.word)).max(spellingLimits.wordsAtOnce)
    }),
    output: z.strictObject({ wrong: z.array(z.string()), language: z.string().nullable() })
  },
  /** Which dictionaries there are, and what is wrong with them. */
  'spelling.read': { input: z.strictObject({}), output: spellingView }
} as const
