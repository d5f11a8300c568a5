/** The words of a PDF that the person added, read in the worker that also draws PDFs. Of the PDF itself nothing goes on. */
import { fileLimits } from '../../../app/contract/limits'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { formatSize } from '../../ui/base/format'
import { toBase64 } from '../../ui/base/to-base64'
import type { PdfRefusal } from '../../parts/content/open-pdf'

/** Its message is a sentence for the person. */
export class NotReadPdf extends Error {
  constructor(name: string, why: PdfRefusal | 'empty' | 'long') {
    const limits = { pdf: formatSize(fileLimits.pdf), text: formatSize(fileLimits.text) }
    super(texts.pdfNotRead({ name, why, ...limits }))
  }
}

/** By its first bytes, whatever it is called. */
export async function isPdf(file: File): Promise<boolean> {
  return (await file.slice(0, 5).text()) === '%PDF-'
}

/**
 * Page by page, each under its number. Null once it isn't wanted any more.
 * @throws NotReadPdf
 */
export async function readPdfText(file: File, isWanted: () => boolean): Promise<File | null> {
  const { name } = file
  if (file.size > fileLimits.pdf) throw new NotReadPdf(name, 'large')
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
      if (length > fileLimits.text) throw new NotReadPdf(name, 'long')
      pages.push(`${head}\n${words ?? ''}`)
    }
    if (!hasWords) throw new NotReadPdf(name, 'empty')
    const text = new File([pages.join('\n\n')], name)
    if (text.size > fileLimits.text) throw new NotReadPdf(name, 'long')
    return text
  } catch (error) {
    throw error instanceof PdfProblem ? new NotReadPdf(name, error.why) : error
  } finally {
    ending.abort()
  }
}
