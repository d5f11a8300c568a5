/** Names for files that are sent in another form. Pure. */
import { pdfType } from '../../../app/contract/limits'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

interface Attached {
  readonly name: string
  readonly mimeType: string
}

const officeWords: Readonly<Record<string, () => string>> = {
  docx: texts.wordDocument,
  odt: texts.wordDocument,
  xlsx: texts.spreadsheet,
  ods: texts.spreadsheet,
  pptx: texts.presentation,
  odp: texts.presentation
}

/** An office document, of which only the text is sent; null: not one. */
export function officeKind({ name, mimeType }: Attached): string | null {
  const ending = /\.([a-z]+)$/iu.exec(name)?.[1]?.toLowerCase() ?? ''
  const words = mimeType === 'text/plain' && Object.hasOwn(officeWords, ending) ? officeWords[ending] : null
  return words?.() ?? null
}

export function fileKind(file: Attached & { readonly isWords: boolean }): string {
  const { mimeType, isWords } = file
  if (mimeType === pdfType) return isWords ? texts.pdfText() : texts.pdf()
  return officeKind(file) ?? (mimeType === 'text/plain' ? texts.plainFile() : mimeType)
}
