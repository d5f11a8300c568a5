/** The difference of two sequences of texts as kept, removed and added items, in reading order. Pure. */

export type Mark = 'same' | 'removed' | 'added'

export interface MarkedText {
  readonly mark: Mark
  readonly text: string
}

/** Above this many items on a side the middle is shown as all removed and all added: still true, only longer. */
const mostItems = 600

export function diffSequence(before: readonly string[], after: readonly string[]): MarkedText[] {
  const start = commonStart(before, after)
  const end = commonStart(before.slice(start).reverse(), after.slice(start).reverse())
  return [
    ...mark('same', before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...mark('same', before.slice(before.length - end))
  ]
}

/** Words, spaces and punctuation of a text as the items of a difference. */
export function diffWords(before: string, after: string): MarkedText[] {
  const words = (text: string) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
  return joinNeighbours(diffSequence(words(before), words(after)))
}

function diffMiddle(before: readonly string[], after: readonly string[]): MarkedText[] {
  if (before.length === 0 || after.length === 0 || before.length > mostItems || after.length > mostItems) {
    return [...mark('removed', before), ...mark('added', after)]
  }
  const lengths = commonLengths(before, after)
  const result: MarkedText[] = []
  let left = 0
  let right = 0
  while (left < before.length || right < after.length) {
    if (left < before.length && before[left] === after[right]) {
      result.push({ mark: 'same', text: before[left] ?? '' })
      left += 1
      right += 1
    } else if (left < before.length && (right >= after.length || keepsMore(lengths, left, right))) {
      result.push({ mark: 'removed', text: before[left] ?? '' })
      left += 1
    } else {
      result.push({ mark: 'added', text: after[right] ?? '' })
      right += 1
    }
  }
  return result
}

/** True where dropping the left item keeps at least as much in common as taking the right one. */
function keepsMore(lengths: readonly Uint16Array[], left: number, right: number): boolean {
  return (lengths[left + 1]?.[right] ?? 0) >= (lengths[left]?.[right + 1] ?? 0)
}

/** `[left][right]`: length of the longest common subsequence of what follows both places. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let left = before.length - 1; left >= 0; left -= 1) {
    const row = rows[left]
    const below = rows[left + 1]
    if (row === undefined || below === undefined) continue
    for (let right = after.length - 1; right >= 0; right -= 1) {
      const isSame = before[left] === after[right]
      row[right] = isSame ? (below[right + 1] ?? 0) + 1 : Math.max(below[right] ?? 0, row[right + 1] ?? 0)
    }
  }
  return rows
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
