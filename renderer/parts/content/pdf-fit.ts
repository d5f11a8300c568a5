/** The size of a drawn PDF page: as wide as the space, within the memory limit. */
import { pixelLimit } from './pdf-calls'

/** Pixels of one side; browsers draw nothing above it. */
const sideLimit = 8_000

/** The scale at which a page of `size` is `width` pixels wide, smaller if it would become too large. */
export function fitPage(size: { readonly width: number; readonly height: number }, width: number): number {
  const { width: pageWidth, height: pageHeight } = size
  return Math.min(
    width / pageWidth,
    sideLimit / Math.max(pageWidth, pageHeight),
    Math.sqrt(pixelLimit / (pageWidth * pageHeight))
  )
}
