/**
 * One PDF and the worker that draws it. A file that takes too long, or ends its worker, costs that worker and
 * nothing else; what it was is said in a sentence.
 */
import { createBirpc } from 'birpc'
import pLimit from 'p-limit'
import { byteCount } from './bytes'
import type { PdfCalls } from './pdf-calls'
import { channelOf, shownPagesLimit } from './pdf-calls'
import { startPdfWorker } from './start-pdf-worker'
import { parts as texts } from '../../../app/texts/compiled/window/parts'

export interface OpenPdf {
  readonly pageCount: number
  /** Rejects with a `PdfProblem`. `page` counts from 1, `width` is in pixels of the screen. */
  draw(page: number, width: number): Promise<ImageBitmap>
}

/** Its message is a sentence for the person. */
export class PdfProblem extends Error {}

const megabyte = 1_000_000
const sizeLimit = 20 * megabyte
/** Milliseconds for opening the file and for each page. */
const timeLimit = 15_000
/** Workers at a time; each holds a file and what was made of it. */
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
  if (byteCount(base64) > sizeLimit) throw new PdfProblem(sentences.large())
  if (workerCount >= workerLimit) throw new PdfProblem(sentences.many())
  const connection = connect(signal)
  try {
    const outcome = await connection.calls.open(base64)
    if (outcome.type === 'refused') throw new PdfProblem(sentences[outcome.why]())
    return { pageCount: outcome.pageCount, draw: drawer(connection, outcome.pageCount) }
  } catch (error) {
    connection.close(sentences.ended())
    throw error
  }
}

/** Draws one page after the other, so that the time limit counts for each; the last one ends the worker. */
function drawer({ calls, close }: Connection, pageCount: number): OpenPdf['draw'] {
  const oneByOne = pLimit(1)
  const left = new Set(Array.from({ length: Math.min(pageCount, shownPagesLimit) }, (_, index) => index + 1))
  return (page, width) =>
    oneByOne(async () => {
      const outcome = await calls.draw(page, width)
      left.delete(page)
      const isComplex = outcome.type === 'refused' && outcome.why === 'complex'
      if (left.size === 0 || isComplex) close(isComplex ? sentences.complex() : sentences.ended())
      if (outcome.type === 'refused') throw new PdfProblem(sentences[outcome.why]())
      return outcome.bitmap
    })
}

interface Connection {
  /** Once the worker has ended, for whatever reason, every call rejects with that reason. */
  readonly calls: PdfCalls
  /** Later sentences change nothing. */
  readonly close: (sentence: string) => void
}

function connect(signal: AbortSignal): Connection {
  const worker = startPdfWorker()
  workerCount += 1
  const { port1: port, port2: workerPort } = new MessageChannel()
  // The limit below also ends the worker, which the one of the library does not.
  const rpc = createBirpc<PdfCalls>({}, { ...channelOf(port), timeout: -1 })
  let end: PdfProblem | null = null
  const close = (sentence: string) => {
    if (end !== null) return
    end = new PdfProblem(sentence)
    workerCount -= 1
    worker.terminate()
    port.close()
    rpc.$close(end)
  }
  const limited = async <T>(call: () => Promise<T>): Promise<T> => {
    if (end !== null) throw end
    const timer = setTimeout(() => close(sentences.slow()), timeLimit)
    return call().finally(() => clearTimeout(timer))
  }
  worker.addEventListener('error', () => close(sentences.ended()))
  signal.addEventListener('abort', () => close(sentences.ended()))
  // An object: pdf.js looks into every message of the worker's own line.
  worker.postMessage({}, [workerPort])
  const calls: PdfCalls = {
    open: (base64) => limited(() => rpc.open(base64)),
    draw: (page, width) => limited(() => rpc.draw(page, width))
  }
  return { calls, close }
}
