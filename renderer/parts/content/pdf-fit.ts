/** How large a page of a PDF is drawn: as wide as there is room, and never so large that memory suffers. */
import { pixelLimit } from './pdf-calls'

/** Pixels of one side: beyond it, browsers draw nothing. */
const sideLimit = 8_000

/** The scale at which a page of `size` is `width` pixels wide, smaller where it would become too large. */
export function fitPage(size: { readonly width: number; readonly height: number }, width: number): number {
  const { width: pageWidth, height: pageHeight } = size
  return Math.min(
    width / pageWidth,
    sideLimit / Math.max(pageWidth, pageHeight),
    Math.sqrt(pixelLimit / (pageWidth * pageHeight))
  )
}
