/** Of the check of spelling. The page keeps to them, and main holds a page that was taken over to them. */
export const spellingLimits = {
  /** UTF-16 units of a text whose words are marked; in a longer one none are. */
  marked: 40_000,
  /** In UTF-16 units; a longer one counts as right. */
  word: 64,
  /** Of one call. */
  wordsAtOnce: 500,
  /** Calls that wait at the same time; to more nothing is wrong. */
  waiting: 8,
  /** Words that were not looked up before, in a minute; beyond them nothing is wrong. */
  newWordsPerMinute: 20_000,
  /** Answers that are kept. */
  kept: 20_000,
  languages: 5,
  suggestions: 5,
  /** Words that a person added. */
  ownWords: 10_000,
  /** Names of servers, tools and prompts that count as right. */
  names: 5_000,
  /** Bytes of one file of a dictionary. */
  file: 32 * 1_048_576,
  /** Files of a folder that are looked at. */
  files: 2_000,
  /** What the thread may take for one answer, with the loading before it. */
  answerMs: 30_000,
  /** After which the menu comes without suggestions. */
  suggestMs: 1_500
} as const
