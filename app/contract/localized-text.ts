/** A text from the core for the user: its key and its values. The window translates it. */
import type { WarningLevel } from './consent/warning-levels'

export interface LocalizedText {
  /** `area.key` in `app/texts/en/core`. Stored in histories: adding is safe, renaming is not. */
  readonly text: string
  readonly values?: Readonly<Record<string, LocalizedValue>> | undefined
}

/** Several values are listed in the form of the language: "a, b and c"; with `anyOf`: "a, b or c". */
export type LocalizedValue =
  | string
  | number
  | LocalizedText
  | LocalizedList
  | { readonly anyOf: LocalizedList }
export type LocalizedList = readonly (string | LocalizedText)[]

/** What a user should read before they answer a question. */
export interface Warning extends LocalizedText {
  readonly level: WarningLevel
}
