/**
 * The whole spelling check. Reads nothing before the first word arrives. Words are never logged, stored or sent
 * anywhere, except those that the user adds.
 */
import path from 'node:path'
import { delay } from '../base/delay'
import type { LocalizedText } from '../contract/localized-text'
import { spellingLimits } from '../contract/settings/spelling-limits'
import type { SpellingView } from '../contract/bridge/spelling-calls'
import { say } from '../texts/render-localized'
import type { SpellChecker } from './interface'
import {
  listDictionaryFolders,
  openSpelling,
  findDictionaryFolder,
  type OpenSpellingOptions,
  type OpenSpelling
} from './open-spelling'
import { createPersonalDictionary, type PersonalDictionary } from './personal-dictionary'
import { listSpellingProblems } from './problems'

/** `v2`, `readFile`, `MCPs`, `snake_case`: names in programs. */
const isCode = (word: string) => /[\p{N}_]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)

export interface SpellingOptions extends OpenSpellingOptions {
  /** Names of servers and their tools, which count as correct. */
  readonly names: () => readonly string[]
  readonly now: () => number
}

export class LocalSpelling implements SpellChecker {
  readonly #options: SpellingOptions
  readonly #ownWordsFile: string
  readonly #ownWords: PersonalDictionary
  readonly #take: (words: number) => number
  #own: Promise<ReadonlySet<string>> | null = null
  #open: Promise<OpenSpelling> | null = null
  readonly #ignored = new Set<string>()
  #waiting = 0

  constructor(options: SpellingOptions) {
    this.#options = options
    this.#ownWordsFile = path.join(findDictionaryFolder(options.dataFolder), 'own-words.txt')
    this.#ownWords = createPersonalDictionary(this.#ownWordsFile)
    this.#take = createLookupLimit(options.now).take
  }

  async check(words: readonly string[]): Promise<readonly string[]> {
    if (words.length === 0 || this.#waiting >= spellingLimits.waiting) return []
    this.#waiting += 1
    try {
      return await this.#check(words)
    } finally {
      this.#waiting -= 1
    }
  }

  async suggest(word: string): Promise<readonly string[]> {
    const { speller } = await this.#opened()
    if (speller === null || !isLookedUp(word)) return []
    const late = new AbortController()
    const none = delay(spellingLimits.suggestMs, late.signal).then(() => [])
    return Promise.race([speller.suggest(word), none]).finally(() => late.abort())
  }

  async learn(word: string): Promise<void> {
    // The page reports which word is marked.
    if (word === '' || word.length > spellingLimits.word || /[\s\p{C}]/u.test(word)) return
    this.#own = Promise.resolve(await this.#ownWords.add(word))
  }

  ignore(word: string): void {
    if (this.#ignored.size < spellingLimits.ownWords) this.#ignored.add(word)
  }

  async read(): Promise<SpellingView> {
    const { found, chosen } = await listDictionaryFolders(this.#options)
    const running = this.#open === null ? [] : (await this.#open).broken
    return {
      isSystems: false,
      dictionaries: found.dictionaries.map((dictionary) => {
        return { name: dictionary.name, from: dictionary.from, isInUse: chosen.inUse.includes(dictionary) }
      }),
      problems: [...listSpellingProblems(found), ...running, ...(await this.#unread())],
      missing: [...chosen.missing],
      folder: findDictionaryFolder(this.#options.dataFolder),
      ownWordsFile: this.#ownWordsFile
    }
  }

  /** The settings changed: dictionaries are chosen again with the next word. */
  reopen(): void {
    const before = this.#open
    this.#open = null
    const { log } = this.#options
    before
      ?.then(({ speller }) => speller?.end())
      .catch((error: unknown) => log.warn('the thread did not end', { error }))
  }

  async dispose(): Promise<void> {
    await (await this.#open)?.speller?.end()
  }

  async #check(words: readonly string[]): Promise<readonly string[]> {
    const open = await this.#opened()
    if (open.speller === null) return []
    const own = await this.#ownNow()
    const isWritten = createAlphabet(open.chosen.inUse.map(({ name }) => name))
    const isCandidate = (word: string): boolean =>
      isLookedUp(word) && isWritten(word) && !isOwn(word, own) && !isOwn(word, this.#ignored)
    const candidates = [...new Set(words)].filter(isCandidate)
    const wrong = await open.check(candidates, this.#take)
    if (wrong.length === 0) return []
    const names = splitNamesIntoWords(this.#options.names())
    return wrong.filter((word) => !names.has(word.toLowerCase()))
  }

  #opened(): Promise<OpenSpelling> {
    return (this.#open ??= openSpelling(this.#options))
  }

  #ownNow(): Promise<ReadonlySet<string>> {
    this.#own ??= this.#ownWords.load().catch((error: unknown) => {
      this.#options.log.warn("the user's dictionary could not be read", { error })
      return new Set<string>()
    })
    return this.#own
  }

  async #unread(): Promise<LocalizedText[]> {
    try {
      await this.#ownWords.load()
      return []
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
      return [say('spelling.ownUnreadable', { file: this.#ownWordsFile, reason })]
    }
  }
}

/** Whether a word is in the script of one of these dictionaries. */
function createAlphabet(names: readonly string[]): (word: string) => boolean {
  const patterns = names.map(lettersOf)
  return (word) => patterns.some((pattern) => pattern === null || pattern.test(word))
}

/** `Latn` of `de_DE`; null: unknown, or several. */
function lettersOf(name: string): RegExp | null {
  try {
    const { script } = new Intl.Locale(name.replaceAll('_', '-')).maximize()
    // Throws for `Jpan` and `Kore`, which are several.
    return script === undefined ? null : new RegExp(`^[\\p{Script=${script}}\\p{M}\\p{P}]+$`, 'u')
  } catch {
    return null
  }
}

/** `take` returns the allowed part of the given number of lookups. */
function createLookupLimit(now: () => number): { readonly take: (words: number) => number } {
  const most = spellingLimits.newWordsPerMinute
  let left: number = most
  let at = now()
  return {
    take: (words) => {
      const passed = Math.max(0, now() - at)
      at = now()
      left = Math.min(most, left + (passed / 60_000) * most)
      const taken = Math.min(words, Math.floor(left))
      left -= taken
      return taken
    }
  }
}

/** A word that can't be looked up counts as correct. */
function isLookedUp(word: string): boolean {
  return word !== '' && word.length <= spellingLimits.word && !isCode(word)
}

/** Also their parts, because a page asks word by word about `read-notes`. */
function splitNamesIntoWords(names: readonly string[]): ReadonlySet<string> {
  const words = names
    .slice(0, spellingLimits.names)
    .flatMap((name) => [name, ...name.slice(0, 200).split(/[^\p{L}\p{M}'’]+/u)])
  return new Set(words.map((word) => word.toLowerCase()))
}

/** A word that was added in lower case is also correct at the start of a sentence. */
function isOwn(word: string, own: ReadonlySet<string>): boolean {
  return own.has(word) || own.has(word.toLowerCase())
}
