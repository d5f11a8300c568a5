/**
 * The text of an office document. Only the parts with text are unpacked, within limits; pictures, macros, links and
 * all other parts are never read.
 */
import { readOpenDocument } from './open-document'
import { openParts } from './parts'
import { readSheets } from './sheets'
import { readSlides } from './slides'
import { readWord } from './word'
import { OfficeProblem, OfficeText } from './document-text'

const readers = [
  ['word/document.xml', 'Word document', readWord],
  ['xl/workbook.xml', 'workbook', readSheets],
  ['ppt/presentation.xml', 'presentation', readSlides],
  ['content.xml', 'OpenDocument', readOpenDocument]
] as const

/** `limit`: characters. @throws OfficeProblem */
export function officeText(bytes: Uint8Array, limit: number): string {
  const parts = openParts(bytes)
  const reader = readers.find(([part]) => parts.names.has(part))
  if (reader === undefined) throw new OfficeProblem('kind')
  const [, what, read] = reader
  const words = new OfficeText(limit)
  read(parts, words)
  return `[Text of a ${what}, without its pictures and layout]\n\n${words.toText()}\n`
}
