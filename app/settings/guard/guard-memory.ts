/**
 * What the user allowed, stored in the history and apart from the file, which others can write. A settings file at
 * another path has its own memory.
 */
import { relative } from 'node:path'
import type { Logger } from '../../base/logger'
import { readStoredText, toStoredText } from './pending-changes'
import type { GuardedValues } from './guarded-values'

export interface GuardFacts {
  readFact(name: string): Promise<string | null>
  writeFact(name: string, json: string): Promise<void>
}

export interface GuardMemory {
  /** Null if nothing was ever stored: the first start. */
  read(): Promise<GuardedValues | null>
  /** A value that can't be stored applies until Parley ends. */
  write(kept: GuardedValues): Promise<void>
}

export interface GuardMemoryOptions {
  readonly facts: GuardFacts
  readonly file: string
  readonly dataFolder: string
  readonly log: Logger
}

export function createGuardMemory({ facts, file, dataFolder, log }: GuardMemoryOptions): GuardMemory {
  const name = `allowed-settings ${relative(dataFolder, file)}`
  let known: GuardedValues | null | undefined
  let stored: string | null = null

  async function load(): Promise<GuardedValues | null> {
    try {
      stored = await facts.readFact(name)
      return stored === null ? null : readStoredText(stored)
    } catch (error) {
      log.warn('Approved settings could not be read', { error })
      return new Map() // nothing was allowed: every unusual value asks
    }
  }

  return {
    read: async () => (known === undefined ? (known = await load()) : known),
    write: async (kept) => {
      known = kept
      const text = toStoredText(kept)
      if (text === stored) return
      try {
        await facts.writeFact(name, text)
        stored = text
      } catch (error) {
        log.warn('Approved settings could not be stored', { error })
      }
    }
  }
}
