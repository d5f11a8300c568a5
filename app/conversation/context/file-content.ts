/**
 * What a model reads of a file that the user added: the full text after a line that names it, without invisible
 * characters, which the user couldn't have seen either. A picture is sent unchanged, after its name for models that
 * don't accept pictures. A PDF comes with its text: the model gets one or the other.
 */
import { visibleText, visibleTextWithNote } from '../../base/visible-text'
import { sizeText } from '../../contract/content/amounts'
import type { FilePart } from '../../contract/conversations'
import { pdfType } from '../../contract/limits'
import type { ModelContent } from '../../models/model'

export function fromFile(part: FilePart): ModelContent[] {
  const { name, mimeType, text, data } = part
  const line = heading(part)
  const words = text === null ? null : visibleTextWithNote(text)
  if (mimeType === pdfType && data !== null) {
    const block = { type: 'resource', uri: visibleText(name), mimeType, text: words, blob: data } as const
    return [
      { type: 'text', text: line },
      { type: 'block', block, file: name }
    ]
  }
  if (words !== null) return [{ type: 'text', text: `${line}\n${words}`, file: name }]
  if (data === null) return [{ type: 'text', text: line, file: name }]
  return [
    { type: 'text', text: line },
    { type: 'block', block: { type: 'image', mimeType, data }, file: name }
  ]
}

/** Quoted, so that a name can't end the line. */
function heading({ name, mimeType, size, data }: FilePart): string {
  const quoted = JSON.stringify(name)
  const what =
    mimeType === pdfType && data === null ? `Text of the PDF ${quoted}` : `File ${quoted}, ${mimeType}`
  return visibleText(`[${what}, ${sizeText(size)}, added by the user]`)
}
