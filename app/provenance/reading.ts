/** A text that was decoded from another one. */
export interface ReadText {
  readonly text: string
  /** For each unit of `text` and one beyond its end, the offset in the source text; null: the same. */
  readonly places: Int32Array | null
}
