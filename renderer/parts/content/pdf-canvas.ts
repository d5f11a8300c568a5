/** The canvases on which pdf.js draws in a worker, which has no document to make them with. */
import { pixelLimit } from './pdf-calls'

interface CanvasAndContext {
  canvas: OffscreenCanvas | null
  context: OffscreenCanvasRenderingContext2D | null
}

/** What pdf.js asks for masks, patterns and groups. A file that wants a huge one gets its page refused. */
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
    // Frees the memory now and not with the next collection.
    if (made.canvas !== null) Object.assign(made.canvas, { width: 0, height: 0 })
    made.canvas = null
    made.context = null
  }
}

/** Groups may reach a little over the page. */
const room = 2

function checkSize(width: number, height: number): void {
  if (width > 0 && height > 0 && width * height <= pixelLimit * room) return
  throw new RangeError(`A canvas of ${width} × ${height} is not made.`)
}

/** Filters of SVG do not exist in a worker; pdf.js then does without them. */
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
