/** Ranges of positions in a text, and which of them are already known. */

export interface Range {
  readonly start: number
  readonly end: number
}

/** Call in the order of their ends. Overlapping ranges are joined. */
export function addRange<Key>(all: Map<Key, Range[]>, key: Key, range: Range): void {
  const ranges = all.get(key) ?? []
  all.set(key, ranges)
  let { start, end } = range
  for (let last = ranges.at(-1); last !== undefined && last.end >= start; last = ranges.at(-1)) {
    start = Math.min(start, last.start)
    end = Math.max(end, last.end)
    ranges.pop()
  }
  ranges.push({ start, end })
}

/** `known`: 1 for each known position. */
export function mark(known: Uint8Array, ranges: readonly Range[]): void {
  for (const { start, end } of ranges) known.fill(1, start, end)
}

/** The unknown parts of the range. */
export function without({ start, end }: Range, known: Uint8Array): readonly Range[] {
  const ranges: Range[] = []
  for (let from = start; from < end;) {
    let to = from
    while (to < end && known[to] === 0) to++
    if (to > from) ranges.push({ start: from, end: to })
    from = to + 1
  }
  return ranges
}
