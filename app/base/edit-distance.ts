/** Distance between two words, to suggest corrections. */

const farthest = 3

/** Letters to insert, delete, replace or swap. Very different lengths count as distance 3. */
export function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return farthest
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : Infinity
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, swapped))
    }
    before = above
    above = current
  }
  return above[to.length] ?? 0
}
