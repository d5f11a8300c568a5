/** What the window and the worker that draws and reads PDFs say to each other, and the limits that both keep. */
import type { OfficeRefusal } from './office/document-text'

/** Calls that the worker answers. One PDF a worker. */
export interface PdfCalls {
  /** `base64` of the whole file. Once, before the first `draw`. */
  open(base64: string): Promise<OpenOutcome>
  /** `page` counts from 1, `width` is in pixels of the screen. After `complex` the worker is still busy: end it. */
  draw(page: number, width: number): Promise<DrawOutcome>
  /** The words of a page, line by line. */
  read(page: number): Promise<ReadOutcome>
  /** The words of an office document; `limit` in characters. In place of `open`. */
  readOffice(bytes: Uint8Array, limit: number): Promise<OfficeOutcome>
}

export type OfficeOutcome =
  | { readonly type: 'read'; readonly text: string }
  | { readonly type: 'refused'; readonly why: OfficeRefusal }

export type OpenOutcome =
  | { readonly type: 'opened'; readonly pageCount: number }
  | { readonly type: 'refused'; readonly why: 'password' | 'damaged' }

export type DrawOutcome =
  | { readonly type: 'drawn'; readonly bitmap: ImageBitmap }
  | { readonly type: 'refused'; readonly why: 'page' | 'complex' }

export type ReadOutcome =
  | { readonly type: 'read'; readonly text: string }
  | { readonly type: 'refused'; readonly why: 'page' }

/** Further pages are not shown; the person saves the file to read them. */
export const shownPagesLimit = 20

/** Pixels of a drawn page and of every canvas in between: about 10 MB of memory each. */
export const pixelLimit = 2_500_000

/** Steps in which a page may be drawn; maps need some hundred thousand. The list of them is what takes memory. */
export const pdfStepLimit = 1_500_000

/** A port as the channel of calls; starts it. */
export function createPdfChannel(port: MessagePort) {
  return {
    post: (message: unknown) => port.postMessage(message),
    on: (listener: (message: unknown) => void) => {
      port.addEventListener('message', ({ data }) => listener(data))
      port.start()
    }
  }
}
