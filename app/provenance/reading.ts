/** A text that was taken out of another one. */
export interface ReadText {
  readonly text: string
  /** For each unit of `text` and one beyond its end, the offset in the text that was read; null: the same. */
  readonly places: Int32Array | null
}
