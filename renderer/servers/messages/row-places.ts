/** Where the lines of a long list are: all have the usual height, except a few that were measured. Pure. */

/** In pixels. Must be the height in `message-list.module.css`. */
export const rowHeight = 32

/** Heights by position, for lines that are higher. */
export type Heights = ReadonlyMap<number, number>

/** In pixels from the beginning of the list. */
export function placeOf(position: number, base: number, heights: Heights): number {
  let place = (position - base) * rowHeight
  for (const [other, height] of heights) if (other >= base && other < position) place += height - rowHeight
  return place
}

/** The line at a place. */
export function positionAt(place: number, base: number, heights: Heights): number {
  let position = base
  let rest = Math.max(0, place)
  for (const [other, height] of [...heights].toSorted(([one], [two]) => one - two)) {
    if (other < position) continue
    const before = (other - position) * rowHeight
    if (rest < before) break
    rest -= before
    position = other
    if (rest < height) return position
    rest -= height
    position += 1
  }
  return position + Math.floor(rest / rowHeight)
}
