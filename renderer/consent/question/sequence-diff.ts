/** The difference of two sequences of texts as kept, removed and added items, in reading order. Pure. */
import { diffArrays } from 'diff'

export type Mark = 'same' | 'removed' | 'added'

export interface MarkedText {
  readonly mark: Mark
  readonly text: string
}

/** Above one of these limits the middle is shown as all removed and all added: still correct, only longer. */
const mostItems = 600
const mostDifferences = 300

export function diffSequence(before: readonly string[], after: readonly string[]): MarkedText[] {
  const start = commonStart(before, after)
  const end = commonStart(before.slice(start).reverse(), after.slice(start).reverse())
  return [
    ...mark('same', before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...mark('same', before.slice(before.length - end))
  ]
}

/** The text's words, spaces and punctuation as the items of a difference. */
export function diffText(before: string, after: string): MarkedText[] {
  const words = (text: string) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
  return joinNeighbours(diffSequence(words(before), words(after)))
}

function diffMiddle(before: readonly string[], after: readonly string[]): MarkedText[] {
  const isShort = Math.max(before.length, after.length) <= mostItems
  const changes = isShort && diffArrays([...before], [...after], { maxEditLength: mostDifferences })
  // The library returns nothing if there are more differences.
  if (!changes) return [...mark('removed', before), ...mark('added', after)]
  return changes.flatMap(({ value, added, removed }) =>
    mark(added ? 'added' : removed ? 'removed' : 'same', value)
  )
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  const limit = Math.min(before.length, after.length)
  let count = 0
  while (count < limit && before[count] === after[count]) count += 1
  return count
}

function mark(kind: Mark, texts: readonly string[]): MarkedText[] {
  return texts.map((text) => ({ mark: kind, text }))
}

function joinNeighbours(parts: readonly MarkedText[]): MarkedText[] {
  const joined: MarkedText[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.mark === part.mark) joined[joined.length - 1] = { mark: last.mark, text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}
