/**
 * One PDF and the worker that draws and reads it. A file that takes too long, or crashes its worker, affects only
 * that worker; a sentence reports the reason.
 */
import { createBirpc } from 'birpc'
import pLimit from 'p-limit'
import { fileLimits } from '../../../app/contract/limits'
import { byteCount } from './bytes'
import type { OfficeOutcome, PdfCalls } from './pdf-calls'
import { createPdfChannel, shownPagesLimit } from './pdf-calls'
import { startPdfWorker } from './start-pdf-worker'
import { parts as texts } from '../../../app/texts/compiled/window/parts'

export interface OpenPdf {
  readonly pageCount: number
  /** Rejects with a `PdfProblem`. `page` counts from 1, `width` is in pixels of the screen. */
  draw(page: number, width: number): Promise<ImageBitmap>
  /** Null for a page that can't be read. Rejects with a `PdfProblem` once the worker has ended. */
  read(page: number): Promise<string | null>
}

export type PdfRefusal = keyof typeof sentences

/** Its message is a sentence for the user who opened the PDF. */
export class PdfProblem extends Error {
  readonly why: PdfRefusal

  constructor(why: PdfRefusal) {
    super(sentences[why]())
    this.why = why
  }
}

/** Milliseconds for opening the file and for each page. */
const timeLimit = 15_000
/** Concurrent workers; each keeps a file and its output in memory. */
const workerLimit = 6
let workerCount = 0

const sentences = {
  large: texts.pdfLarge,
  many: () => texts.pdfMany({ limit: workerLimit }),
  password: texts.pdfPassword,
  damaged: texts.pdfDamaged,
  page: texts.pdfPage,
  complex: texts.pdfComplex,
  slow: () => texts.pdfSlow({ seconds: timeLimit / 1_000 }),
  ended: texts.pdfEnded
}

/** Starts a worker; rejects with a `PdfProblem`. `signal` ends it in every state. */
export async function openPdf(base64: string, signal: AbortSignal): Promise<OpenPdf> {
  if (byteCount(base64) > fileLimits.pdf) throw new PdfProblem('large')
  if (workerCount >= workerLimit) throw new PdfProblem('many')
  const connection = connect(signal)
  try {
    const outcome = await connection.calls.open(base64)
    if (outcome.type === 'refused') throw new PdfProblem(outcome.why)
    const { pageCount } = outcome
    const read = async (page: number) => {
      const found = await connection.calls.read(page)
      return found.type === 'read' ? found.text : null
    }
    return { pageCount, draw: drawer(connection, pageCount), read }
  } catch (error) {
    connection.close('ended')
    throw error
  }
}

/** The text of an office document, read in its own worker. Rejects with a `PdfProblem` if the worker was ended. */
export async function readOfficeText(
  bytes: Uint8Array,
  limit: number,
  signal: AbortSignal
): Promise<OfficeOutcome> {
  if (workerCount >= workerLimit) throw new PdfProblem('many')
  const { calls, close } = connect(signal)
  try {
    return await calls.readOffice(bytes, limit)
  } finally {
    close('ended')
  }
}

/** Draws pages one at a time, so that the time limit applies to each; the last one ends the worker. */
function drawer({ calls, close }: Connection, pageCount: number): OpenPdf['draw'] {
  const oneByOne = pLimit(1)
  const remaining = new Set(
    Array.from({ length: Math.min(pageCount, shownPagesLimit) }, (_, index) => index + 1)
  )
  return (page, width) =>
    oneByOne(async () => {
      const outcome = await calls.draw(page, width)
      remaining.delete(page)
      const isComplex = outcome.type === 'refused' && outcome.why === 'complex'
      if (remaining.size === 0 || isComplex) close(isComplex ? 'complex' : 'ended')
      if (outcome.type === 'refused') throw new PdfProblem(outcome.why)
      return outcome.bitmap
    })
}

interface Connection {
  /** Once the worker has ended, every call rejects with the reason. */
  readonly calls: PdfCalls
  /** Later reasons are ignored. */
  readonly close: (why: PdfRefusal) => void
}

function connect(signal: AbortSignal): Connection {
  const worker = startPdfWorker()
  workerCount += 1
  const { port1: port, port2: workerPort } = new MessageChannel()
  // The limit below also ends the worker, unlike the library's limit.
  const rpc = createBirpc<PdfCalls>({}, { ...createPdfChannel(port), timeout: -1 })
  let end: PdfProblem | null = null
  const close = (why: PdfRefusal) => {
    if (end !== null) return
    end = new PdfProblem(why)
    workerCount -= 1
    worker.terminate()
    port.close()
    rpc.$close(end)
  }
  const limited = async <T>(call: () => Promise<T>): Promise<T> => {
    if (end !== null) throw end
    const timer = setTimeout(() => close('slow'), timeLimit)
    return call().finally(() => clearTimeout(timer))
  }
  worker.addEventListener('error', () => close('ended'))
  signal.addEventListener('abort', () => close('ended'))
  // An object, because pdf.js reads every message on the worker's main channel.
  worker.postMessage({}, [workerPort])
  const calls: PdfCalls = {
    open: (base64) => limited(() => rpc.open(base64)),
    draw: (page, width) => limited(() => rpc.draw(page, width)),
    read: (page) => limited(() => rpc.read(page)),
    readOffice: (bytes, limit) => limited(() => rpc.readOffice(bytes, limit))
  }
  return { calls, close }
}
