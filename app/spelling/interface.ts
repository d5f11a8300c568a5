/** Whether words are spelt right, found out on this computer. `spelling.ts` implements it. */
import type { SpellingView } from '../contract/spelling/spelling-calls'
import type { FromSpeller, SpellerWork, ToSpeller } from './spelling-messages'

export interface SpellChecker {
  /** The misspelt ones. Never rejects; empty where nothing can be checked. */
  check(words: readonly string[]): Promise<readonly string[]>
  /** What may be meant, best first. Never rejects, and takes no longer than a menu may wait. */
  suggest(word: string): Promise<readonly string[]>
  /** From now on the word is right. @throws HostError SPELLING_NOT_KEPT */
  learn(word: string): Promise<void>
  /** The same until Parley ends. */
  ignore(word: string): void
  read(): Promise<SpellingView>
  dispose(): Promise<void>
}

/** What is needed from outside. */
export interface SpellingPort {
  /** Those that come with Parley. */
  readonly shippedFolder: string
  /** Those of the system; a folder that isn't there has none. */
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
