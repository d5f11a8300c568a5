/** Detects the kind of a user's file by its first bytes, never by its name, and decodes text files. */
import { say } from '../../texts/render-localized'
import type { LocalizedText } from '../../contract/localized-text'
import { fileLimits } from '../../contract/limits'
import type { pdfType } from '../../contract/limits'
import { sizeText } from '../../contract/content/amounts'

export type FileKind =
  | { readonly type: 'image'; readonly mimeType: string }
  /** Starts with the extracted text. A PDF can only be attached in this form. */
  | { readonly type: 'read-pdf'; readonly mimeType: typeof pdfType; readonly words: number }
  | {
      readonly type: 'text'
      readonly mimeType: 'text/plain'
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
    }
  /** Can't be attached to a message. */
  | { readonly type: 'pdf' | 'office' | 'other' }

/** The first bytes, in hexadecimal. A dot matches any digit. */
const pictures: readonly (readonly [mark: RegExp, mimeType: string])[] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638(?:37|39)61/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp']
]
const pdf = /^255044462d/
/** ZIP archives, the format of newer documents, and the older document format. */
const office = /^(?:504b0304|d0cf11e0a1b11ae1)/

/** `head`: the first part of the file. */
export function detectFileKind(head: Buffer): FileKind {
  const mark = head.toString('hex', 0, 16)
  const mimeType = pictures.find(([form]) => form.test(mark))?.[1]
  if (mimeType !== undefined) return { type: 'image', mimeType }
  if (pdf.test(mark)) return { type: 'pdf' }
  if (office.test(mark)) return { type: 'office' }
  const text = { type: 'text', mimeType: 'text/plain' } as const
  if (mark.startsWith('fffe')) return { ...text, encoding: 'utf-16le' }
  if (mark.startsWith('feff')) return { ...text, encoding: 'utf-16be' }
  return head.includes(0) ? { type: 'other' } : { ...text, encoding: 'utf-8' }
}

export interface Named {
  readonly name: string
  readonly size: number
}

/** The reason why the file can't be attached; null if it can. */
export function findFileRefusal({ name, size }: Named, kind: FileKind): LocalizedText | null {
  if (size === 0) return say('conversation.fileEmpty', { name })
  if (kind.type === 'pdf') return say('conversation.filePdf', { name })
  if (kind.type === 'office') return say('conversation.fileOffice', { name })
  if (kind.type === 'other') return say('conversation.fileOther', { name })
  if (kind.type === 'read-pdf')
    return kind.words <= fileLimits.text && size - kind.words <= fileLimits.wholePdf
      ? null
      : say('conversation.filePdf', { name })
  const limit = fileLimits[kind.type]
  if (size <= limit) return null
  return say('conversation.fileTooLarge', {
    name,
    size: sizeText(size),
    kind: kind.type,
    limit: sizeText(limit)
  })
}

/** The extracted text and the PDF itself, each null if missing. null: the PDF is invalid. */
export function readPdfAttachment(
  bytes: Buffer,
  { words }: { readonly words: number }
): { readonly text: string | null; readonly data: string | null } | null {
  const [said, file] = [decodeText(bytes.subarray(0, words), 'utf-8'), bytes.subarray(words)]
  if (said === null || (file.length > 0 && detectFileKind(file).type !== 'pdf')) return null
  return { text: said === '' ? null : said, data: file.length === 0 ? null : file.toString('base64') }
}

/**
 * null if the bytes aren't text. Text that isn't UTF-8 is read as Windows-1252, unless it contains control characters.
 */
export function decodeText(bytes: Buffer, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const isText = encoding === 'utf-8' && !bytes.some((byte) => byte < 32 && !layout.has(byte))
    return isText ? readWestern(bytes) : null
  }
}

/** The characters of Windows-1252 that Latin-1 lacks. Some versions of Node confuse the two encodings. */
const windowsLetters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function readWestern(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (letter) => windowsLetters[letter.charCodeAt(0) - 0x80] ?? letter)
}

/** Tab, line feed, form feed, carriage return, and escape. */
const layout: ReadonlySet<number> = new Set([9, 10, 12, 13, 27])
