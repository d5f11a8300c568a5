/**
 * A PDF that the user added: its text, read in the worker that also draws PDFs, and the PDF for models that accept
 * it.
 */
import { fileLimits } from '../../../app/contract/limits'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { formatSize } from '../../ui/base/format'
import { toBase64 } from '../../ui/base/to-base64'
import { UnreadableFile } from './unreadable-file'
import type { PdfRefusal } from '../../parts/content/open-pdf'

/** `pages`: it contains no text, and too many pages to send as a PDF. */
type Why = PdfRefusal | 'empty' | 'long' | 'pages'

class UnreadablePdf extends UnreadableFile {
  readonly why: Why

  constructor(name: string, why: Why) {
    const { pdf, text, pdfPages: pages } = fileLimits
    const limits = { pdf: formatSize(pdf), text: formatSize(text), pages }
    super(texts.pdfNotRead({ name, why, ...limits }))
    this.why = why
  }
}

/** By its first bytes, regardless of its name. */
export async function isPdf(file: File): Promise<boolean> {
  return (await file.slice(0, 5).text()) === '%PDF-'
}

export interface ReadPdf {
  /** Empty if there are none, or too many. */
  readonly words: Blob
  /** Empty if it is too large. */
  readonly whole: Blob
}

/** Null if no longer wanted. @throws UnreadablePdf */
export async function readPdf(file: File, isWanted: () => boolean): Promise<ReadPdf | null> {
  const read = await readPdfText(file, isWanted)
  if (read === null) return null
  const { words, pageCount, why } = read
  const goesWhole = file.size <= fileLimits.wholePdf && pageCount <= fileLimits.pdfPages
  // Models that accept the PDF need no text.
  if (words === null && !goesWhole)
    throw new UnreadablePdf(file.name, why === 'empty' && pageCount > fileLimits.pdfPages ? 'pages' : why)
  return { words: words ?? new Blob(), whole: goesWhole ? file : new Blob() }
}

interface ReadText {
  /** Null if there are none, or too many. */
  readonly words: Blob | null
  readonly why: 'empty' | 'long'
  readonly pageCount: number
}

/** Page by page, each under its number. */
async function readPdfText(file: File, isWanted: () => boolean): Promise<ReadText | null> {
  const { name } = file
  if (file.size > fileLimits.pdf) throw new UnreadablePdf(name, 'large')
  const data = toBase64(new Uint8Array(await file.arrayBuffer()))
  const { openPdf, PdfProblem } = await import('../../parts/content/open-pdf')
  const ending = new AbortController()
  try {
    const opened = await openPdf(data, ending.signal)
    const { pageCount } = opened
    const pages: string[] = []
    let length = 0
    let hasWords = false
    for (let page = 1; page <= pageCount; page += 1) {
      if (!isWanted()) return null
      const words = await opened.read(page)
      hasWords ||= words !== null && words !== ''
      const head =
        words === null ? `[Page ${page} of ${pageCount} can't be read]` : `[Page ${page} of ${pageCount}]`
      length += head.length + (words ?? '').length
      if (length > fileLimits.text) return { words: null, why: 'long', pageCount }
      pages.push(`${head}\n${words ?? ''}`)
    }
    if (!hasWords) return { words: null, why: 'empty', pageCount }
    const text = new Blob([pages.join('\n\n')])
    return { words: text.size > fileLimits.text ? null : text, why: 'long', pageCount }
  } catch (error) {
    throw error instanceof PdfProblem ? new UnreadablePdf(name, error.why) : error
  } finally {
    ending.abort()
  }
}
