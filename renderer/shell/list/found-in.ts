import type { SearchHit } from '../../../app/contract/conversations'

/** As written in the message, each once. */
export function foundIn({ pieces }: SearchHit): readonly string[] {
  return [...new Set(pieces.flatMap(({ text, isFound }) => (isFound ? [text] : [])))]
}
