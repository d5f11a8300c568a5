/** A text that the core made for a person: which one, and the values that stand in it. The window words it. */
import type { WarningLevel } from './consent/warning-levels'

export interface Said {
  /** `area.key` in `app/texts/en/core`. Kept in histories: add freely, rename never. */
  readonly text: string
  readonly values?: Readonly<Record<string, SaidValue>> | undefined
}

/** Several are listed as the language lists things: "a, b and c"; with `anyOf`: "a, b or c". */
export type SaidValue = string | number | Said | SaidList | { readonly anyOf: SaidList }
export type SaidList = readonly (string | Said)[]

/** What a user should read before they answer a question. */
export interface Warning extends Said {
  readonly level: WarningLevel
}
