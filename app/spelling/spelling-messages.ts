import type { DictionaryView } from '../contract/bridge/spelling-calls'

export interface DictionaryFiles {
  readonly name: string
  readonly from: DictionaryView['from']
  readonly aff: string
  readonly dic: string
}

export interface SpellerWork {
  readonly dictionaries: readonly DictionaryFiles[]
}

export type ToSpeller =
  | { readonly id: number; readonly type: 'check'; readonly words: readonly string[] }
  | { readonly id: number; readonly type: 'suggest'; readonly word: string }

/** `why` a dictionary can't be used; `reason`: the system's message. */
export interface BrokenDictionary {
  readonly name: string
  readonly file: string
  readonly why: 'unreadable' | 'large' | 'encoding' | 'no-count' | 'no-words' | 'failed'
  readonly reason: string
}

export type FromSpeller =
  | { readonly type: 'broken'; readonly broken: BrokenDictionary }
  /** Misspelled words, or suggestions. */
  | { readonly type: 'answered'; readonly id: number; readonly words: readonly string[] }
