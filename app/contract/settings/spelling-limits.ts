/** Limits of the spelling check. The page follows them, and main enforces them against a compromised page. */
export const spellingLimits = {
  /** UTF-16 units of a text whose errors are marked; a longer text has no marks. */
  marked: 40_000,
  /** In UTF-16 units; a longer word counts as correct. */
  word: 64,
  /** Per call. */
  wordsAtOnce: 500,
  /** Calls that wait at the same time; further calls find no errors. */
  waiting: 8,
  /** New words looked up per minute; words beyond that count as correct. */
  newWordsPerMinute: 20_000,
  /** Stored answers. */
  kept: 20_000,
  languages: 5,
  suggestions: 5,
  /** Words that the user added. */
  ownWords: 10_000,
  /** Names of servers, tools and prompts that count as correct. */
  names: 5_000,
  /** Bytes of one dictionary file. */
  file: 32 * 1_048_576,
  /** Files that are read of a folder. */
  files: 2_000,
  /** Time limit for one answer of the thread, including loading. */
  answerMs: 30_000,
  /** Milliseconds after which the menu appears without suggestions. */
  suggestMs: 1_500
} as const
