/**
 * The user's dictionary: a file with one word per line, which they may edit. It is read again before a word is added,
 * and never written when it couldn't be read, so that no word is lost.
 */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { HostError } from '../base/host-error'
import { writeWholeFile } from '../base/write-whole-file'
import { spellingLimits } from '../contract/settings/spelling-limits'
import { say } from '../texts/render-localized'

export interface PersonalDictionary {
  /** @throws errors of the file system for a file that exists but can't be read */
  load(): Promise<ReadonlySet<string>>
  /** @throws HostError SPELLING_NOT_KEPT */
  add(word: string): Promise<ReadonlySet<string>>
}

export function createPersonalDictionary(file: string): PersonalDictionary {
  /** One addition after another. */
  let last: Promise<unknown> = Promise.resolve()
  const load = async (): Promise<ReadonlySet<string>> => new Set(await readWords(file))
  const append = async (word: string): Promise<ReadonlySet<string>> => {
    const words = await readWords(file)
    if (words.includes(word)) return new Set(words)
    if (words.length >= spellingLimits.ownWords)
      throw new HostError(
        'SPELLING_NOT_KEPT',
        say('spelling.tooManyWords', { word, file, limit: spellingLimits.ownWords })
      )
    const all = [...words, word]
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeWholeFile(file, `${all.join('\n')}\n`, { mode: 0o600 })
    return new Set(all)
  }
  return {
    load,
    add: (word) => {
      const added = last
        .then(() => append(word))
        .catch((error: unknown) => {
          throw error instanceof HostError ? error : notKept(word, file, error)
        })
      last = added.catch(() => {}) // reported to the caller that adds
      return added
    }
  }
}

function notKept(word: string, file: string, error: unknown): HostError {
  const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
  return new HostError('SPELLING_NOT_KEPT', say('spelling.wordNotKept', { word, file, reason }), {
    cause: error
  })
}

async function readWords(file: string): Promise<readonly string[]> {
  try {
    const text = await readFile(file, 'utf8')
    const lines = text.replace(/^\u{feff}/u, '').split(/\r?\n/u)
    return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
