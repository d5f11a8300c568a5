/** Limits of the spelling check. The page follows them, and main enforces them against a compromised page. */
export const spellingLimits = {
  /** UTF-16 units of a text whose errors are marked; a longer text has no marks. */
  marked: 40_000,
  /** In UTF-16 units; a longer one counts as right. */
  word: 64,
  /** Of one call. */
  wordsAtOnce: 500,
  /** Calls that wait at the same time; to more nothing is wrong. */
  waiting: 8,
  /** New words looked up per minute; words beyond that count as correct. */
  newWordsPerMinute: 20_000,
  /** Answers that are kept. */
  kept: 20_000,
  languages: 5,
  suggestions: 5,
  /** Words that the user added. */
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
