/** What a file sends: itself, or the text in it. Loaded with the first file. */
import { isInDraft } from '../content/attachments-view-store'
import { isArchive, readOffice, refuseOldOffice } from './office-texts'
import { isPdf, readPdf } from './pdf-text'

export interface Outgoing {
  readonly file: Blob
  /** Bytes of a PDF's text, before it; null: not a PDF. */
  readonly pdfWords: number | null
}

/** The file; for a PDF its text and, if it fits, the PDF. Null if the user removed it meanwhile. */
export async function outgoingOf(
  fileId: string,
  file: File,
  hasRoomFor: (size: number) => boolean
): Promise<Outgoing | null> {
  if (await isArchive(file)) {
    const words = await readOffice(file, () => isInDraft(fileId))
    return words === null ? null : { file: words, pdfWords: null }
  }
  await refuseOldOffice(file)
  if (!(await isPdf(file))) return { file, pdfWords: null }
  const pdf = await readPdf(file, () => isInDraft(fileId))
  if (pdf === null) return null
  const { words, whole } = pdf
  const goesWhole = words.size === 0 || hasRoomFor(words.size + whole.size)
  return { file: goesWhole ? new Blob([words, whole]) : words, pdfWords: words.size }
}
