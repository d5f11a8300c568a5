/** A text that the core made for a person: which one, and the values that stand in it. The window words it. */
import type { WarningLevel } from './consent/warning-levels'

export interface LocalizedText {
  /** `area.key` in `app/texts/en/core`. Kept in histories: add freely, rename never. */
  readonly text: string
  readonly values?: Readonly<Record<string, LocalizedValue>> | undefined
}

/** Several are listed as the language lists things: "a, b and c"; with `anyOf`: "a, b or c". */
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
