/** Each dictionary has its own Hunspell instance, so a crash affects no other dictionary. */
import { Hunspell } from 'hunspell-wasm'
import initializer from 'hunspell-wasm/wasm/hunspell.js'
import type { DictionaryFiles } from './spelling-messages'
import { DictionaryError, readDictionary, type DictionaryText } from './read-dictionary'

export interface OpenDictionary {
  readonly files: DictionaryFiles
  readonly isRight: (word: string) => boolean
  readonly suggest: (word: string) => readonly string[]
}

/** @throws DictionaryError */
export async function openDictionary(
  files: DictionaryFiles,
  wasmBinary: Uint8Array
): Promise<OpenDictionary> {
  const text = await readDictionary(files)
  const hunspell = await start(text, files, wasmBinary)
  if (!knowsOwnWords(text, (word) => hunspell.testSpelling(word)))
    throw new DictionaryError(files.dic, 'no-words')
  return {
    files,
    isRight: (word) => hunspell.testSpelling(word),
    suggest: (word) => hunspell.getSpellingSuggestions(word)
  }
}

/** Hunspell accepts any file as a dictionary and then knows no word. */
function knowsOwnWords({ dic }: DictionaryText, isRight: (word: string) => boolean): boolean {
  const lines = Buffer.from(dic).toString('utf8').split('\n').slice(1)
  const step = Math.max(1, Math.floor(lines.length / tried))
  for (let at = 0; at < lines.length; at += step) {
    const word = /^[^/\s]+/u.exec(lines[at] ?? '')?.[0]
    if (word !== undefined && isRight(word)) return true
  }
  return false
}

/** Missing in the package's types: Emscripten's options, and files as bytes. */
const startHunspell = initializer as unknown as (options: {
  readonly wasmBinary: Uint8Array
  readonly print: () => void
  readonly printErr: () => void
}) => Promise<unknown>
const FromBytes = Hunspell as unknown as new (module: unknown, aff: Uint8Array, dic: Uint8Array) => Hunspell

/** Some words in the list are valid only as part of a compound. */
const tried = 200

async function start(
  text: DictionaryText,
  files: DictionaryFiles,
  wasmBinary: Uint8Array
): Promise<Hunspell> {
  try {
    const quiet = { print: () => {}, printErr: () => {} }
    return new FromBytes(await startHunspell({ wasmBinary, ...quiet }), text.aff, text.dic)
  } catch (error) {
    throw new DictionaryError(files.aff, 'failed', String(error).slice(0, 200))
  }
}
