/** A point of an element on screen, because the system copies the picture at a point. */

export interface Point {
  readonly x: number
  readonly y: number
}

/** Points that are tried in each direction. */
const tries = 8

/** A point in the page where nothing covers the element; null if the element isn't visible. */
export function findVisiblePoint(element: Element): Point | null {
  element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  const { left, top, width, height } = element.getBoundingClientRect()
  for (let row = 0; row < tries; row += 1) {
    for (let column = 0; column < tries; column += 1) {
      const x = Math.round(left + ((column + 0.5) * width) / tries)
      const y = Math.round(top + ((row + 0.5) * height) / tries)
      if (x >= 0 && y >= 0 && document.elementFromPoint(x, y) === element) return { x, y }
    }
  }
  return null
}
