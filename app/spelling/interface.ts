/** Spelling check on this computer. `spell-checker.ts` implements it. */
import type { SpellingView } from '../contract/bridge/spelling-calls'
import type { FromSpeller, SpellerWork, ToSpeller } from './spelling-messages'

export interface SpellChecker {
  /** The misspelt ones. Never rejects; empty where nothing can be checked. */
  check(words: readonly string[]): Promise<readonly string[]>
  /** Suggestions, best first. Never rejects, and takes no longer than a menu can wait. */
  suggest(word: string): Promise<readonly string[]>
  /** From now on the word is right. @throws HostError SPELLING_NOT_KEPT */
  learn(word: string): Promise<void>
  /** The same until Parley ends. */
  ignore(word: string): void
  read(): Promise<SpellingView>
  dispose(): Promise<void>
}

/** Dependencies. */
export interface SpellingPort {
  /** Those that come with Parley. */
  readonly shippedFolder: string
  /** The system's folders; a missing folder has no dictionaries. */
  readonly systemFolders: readonly string[]
  /** A thread that runs `spelling-worker.ts`. */
  readonly spawn: (work: SpellerWork) => SpellerThread
}

/** The part of `node:worker_threads`' Worker that is used. */
export interface SpellerThread {
  postMessage(asked: ToSpeller): void
  on(event: 'message', listener: (news: FromSpeller) => void): unknown
  on(event: 'error' | 'exit', listener: () => void): unknown
  terminate(): Promise<unknown>
}
