/** Calls between the window and the worker that draws and reads PDFs, and the limits that both enforce. */
import type { OfficeRefusal } from './office/document-text'

/** Calls that the worker answers. One PDF per worker. */
export interface PdfCalls {
  /** `base64` of the whole file. Once, before the first `draw`. */
  open(base64: string): Promise<OpenOutcome>
  /** `page` counts from 1, `width` is in pixels of the screen. After `complex` the worker is still busy: end it. */
  draw(page: number, width: number): Promise<DrawOutcome>
  /** The text of a page, line by line. */
  read(page: number): Promise<ReadOutcome>
  /** The text of an office document; `limit` in characters. Instead of `open`. */
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

/** Further pages are not shown; the user saves the file to read them. */
export const shownPagesLimit = 20

/** Pixels of a drawn page and of every intermediate canvas: about 10 MB of memory each. */
export const pixelLimit = 2_500_000

/** Steps for drawing a page; maps need several hundred thousand. Their list takes memory. */
export const pdfStepLimit = 1_500_000

/** A port as a channel for calls; starts it. */
export function createPdfChannel(port: MessagePort) {
  return {
    post: (message: unknown) => port.postMessage(message),
    on: (listener: (message: unknown) => void) => {
      port.addEventListener('message', ({ data }) => listener(data))
      port.start()
    }
  }
}
