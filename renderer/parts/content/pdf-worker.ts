/**
 * Draws the pages of one PDF and reads their text, separate from the window: both halves of pdf.js run in this
 * worker, so ending it ends everything that a file can keep busy. Pages leave as pictures or text. Scripts, forms and
 * links need parts of pdf.js that are not used here; nothing that a file refers to is fetched.
 */
// Must be first: it registers its half where the other looks for it, so that no second worker is started.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { createBirpc } from 'birpc'
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PageCanvasFactory, PlainFilterFactory } from './pdf-canvas'
import { officeText } from './office/office-text'
import { OfficeProblem } from './office/document-text'
import type { DrawOutcome, OfficeOutcome, OpenOutcome, PdfCalls, ReadOutcome } from './pdf-calls'
import { createPdfChannel, pixelLimit, pdfStepLimit } from './pdf-calls'
import { PdfData } from './pdf-data'
import { fitPage } from './pdf-fit'

let opened: PDFDocumentProxy | null = null

const calls: PdfCalls = { open, draw, read, readOffice }

async function open(base64: string): Promise<OpenOutcome> {
  try {
    const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    opened = await getDocument({ ...settings, data }).promise
    return { type: 'opened', pageCount: opened.numPages }
  } catch (error) {
    return { type: 'refused', why: error instanceof PasswordException ? 'password' : 'damaged' }
  }
}

const settings = {
  CanvasFactory: PageCanvasFactory,
  FilterFactory: PlainFilterFactory,
  // A worker has no document; a file's fonts are drawn as shapes and never reach the browser's font parser.
  ownerDocument: { fonts: new Set() } as unknown as HTMLDocument,
  disableFontFace: true,
  useSystemFonts: false,
  // The content security policy allows no WebAssembly; pdf.js has the same decoders in JavaScript.
  useWasm: false,
  useWorkerFetch: false,
  BinaryDataFactory: PdfData,
  wasmUrl: '/pdf/wasm/',
  enableXfa: false,
  maxImageSize: 16_000_000,
  canvasMaxAreaInBytes: pixelLimit * 4,
  verbosity: VerbosityLevel.ERRORS
}

async function draw(number: number, width: number): Promise<DrawOutcome> {
  try {
    if (opened === null) return { type: 'refused', why: 'page' }
    const page = await opened.getPage(number)
    const size = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: fitPage(size, width) })
    const canvas = new OffscreenCanvas(toPixels(viewport.width), toPixels(viewport.height))
    await page.render({
      canvas: null,
      canvasContext: canvas.getContext('2d') as unknown as CanvasRenderingContext2D,
      viewport,
      operationsFilter: checkStep
    }).promise
    page.cleanup()
    return { type: 'drawn', bitmap: canvas.transferToImageBitmap() }
  } catch (error) {
    // A damaged page affects only itself; the others may be readable.
    return { type: 'refused', why: error instanceof TooManySteps ? 'complex' : 'page' }
  }
}

async function read(number: number): Promise<ReadOutcome> {
  try {
    if (opened === null) return { type: 'refused', why: 'page' }
    const page = await opened.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    // Besides text there are marks for the beginning of marked content.
    const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    return { type: 'read', text: words.join('').trim() }
  } catch {
    return { type: 'refused', why: 'page' }
  }
}

async function readOffice(bytes: Uint8Array, limit: number): Promise<OfficeOutcome> {
  try {
    return { type: 'read', text: officeText(bytes, limit) }
  } catch (error) {
    return { type: 'refused', why: error instanceof OfficeProblem ? error.why : 'damaged' }
  }
}

class TooManySteps extends Error {}

/** Called by pdf.js before each step. The list grows during drawing and takes the memory. */
function checkStep(_step: number, { fnArray }: { readonly fnArray: readonly number[] }): boolean {
  if (fnArray.length > pdfStepLimit) throw new TooManySteps()
  return true
}

function toPixels(length: number): number {
  return Math.max(1, Math.floor(length))
}

globalThis.addEventListener('message', ({ ports: [port] }) => {
  // pdf.js also uses the worker's main channel; only the window's first message contains a port.
  if (port !== undefined) createBirpc<Record<string, never>, PdfCalls>(calls, createPdfChannel(port))
})
