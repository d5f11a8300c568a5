/** Words that are never looked up: names, and text that isn't a word. */
import { spellingLimits } from '../contract/settings/spelling-limits'

/** `v2`, `readFile`, `MCPs`, `snake_case`: names in programs. */
const isCode = (word: string) => /[\p{N}_]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)

/** A word that can't be looked up counts as correct. */
export function isLookedUp(word: string): boolean {
  return word !== '' && word.length <= spellingLimits.word && !isCode(word)
}

/** Also their parts, because a page asks word by word about `read-notes`. */
export function splitNamesIntoWords(names: readonly string[]): ReadonlySet<string> {
  const words = names
    .slice(0, spellingLimits.names)
    .flatMap((name) => [name, ...name.slice(0, 200).split(/[^\p{L}\p{M}'’]+/u)])
  return new Set(words.map((word) => word.toLowerCase()))
}

/** A word that was added in lower case is also correct at the start of a sentence. */
export function isOwn(word: string, own: ReadonlySet<string>): boolean {
  return own.has(word) || own.has(word.toLowerCase())
}
