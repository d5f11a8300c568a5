/** The canvases on which pdf.js draws in a worker, which has no document to create them. */
import { pixelLimit } from './pdf-calls'

interface CanvasAndContext {
  canvas: OffscreenCanvas | null
  context: OffscreenCanvasRenderingContext2D | null
}

/** For the masks, patterns and groups of pdf.js. A page that needs a huge canvas is rejected. */
export class PageCanvasFactory {
  create(width: number, height: number): CanvasAndContext {
    checkSize(width, height)
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) }
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    checkSize(width, height)
    if (canvas !== null) Object.assign(canvas, { width, height })
  }

  destroy(made: CanvasAndContext): void {
    // Frees the memory now instead of at the next collection.
    if (made.canvas !== null) Object.assign(made.canvas, { width: 0, height: 0 })
    made.canvas = null
    made.context = null
  }
}

/** Groups may extend slightly beyond the page. */
const room = 2

function checkSize(width: number, height: number): void {
  if (width > 0 && height > 0 && width * height <= pixelLimit * room) return
  throw new RangeError(`A canvas of ${width} × ${height} is not made.`)
}

/** SVG filters do not exist in a worker; pdf.js then skips them. */
export class PlainFilterFactory {
  addFilter(): string {
    return 'none'
  }
  addHCMFilter(): string {
    return 'none'
  }
  addAlphaFilter(): string {
    return 'none'
  }
  addLuminosityFilter(): string {
    return 'none'
  }
  addKnockoutFilter(): string {
    return 'none'
  }
  destroy(): void {}
}
