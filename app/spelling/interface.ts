/** Spell check on this computer. `spell-checker.ts` implements it. */
import type { SpellingView } from '../contract/bridge/spelling-calls'
import type { FromSpeller, SpellerWork, ToSpeller } from './spelling-messages'

export interface SpellChecker {
  /** The misspelled words. Never rejects; empty if nothing can be checked. */
  check(words: readonly string[]): Promise<readonly string[]>
  /** Suggestions, best first. Never rejects, and is fast enough for a menu. */
  suggest(word: string): Promise<readonly string[]>
  /** Adds the word. @throws HostError SPELLING_NOT_KEPT */
  learn(word: string): Promise<void>
  /** Ignores the word until Parley ends. */
  ignore(word: string): void
  read(): Promise<SpellingView>
  dispose(): Promise<void>
}

export interface SpellingPort {
  /** Dictionaries that Parley ships. */
  readonly shippedFolder: string
  /** The system's folders. */
  readonly systemFolders: readonly string[]
  /** A thread that runs `spelling-worker.ts`. */
  readonly spawn: (work: SpellerWork) => SpellerThread
}

/** The used part of `Worker` in `node:worker_threads`. */
export interface SpellerThread {
  postMessage(asked: ToSpeller): void
  on(event: 'message', listener: (news: FromSpeller) => void): unknown
  on(event: 'error' | 'exit', listener: () => void): unknown
  terminate(): Promise<unknown>
}
