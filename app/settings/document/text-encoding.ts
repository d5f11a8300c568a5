/** Converts the bytes of a settings file to text and back, in the encoding of the file. */

export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be'

export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
  /** Offset of the first position that is invalid in the encoding (shown as U+FFFD); null if all is valid. */
  readonly invalidAt: number | null
}

function getEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8-bom' : 'utf-8'
}

/** Decodes by the byte order mark, and as UTF-8 without one. The mark isn't part of the text. */
export function decodeSettingsText(bytes: Uint8Array): DecodedText {
  const encoding = getEncoding(bytes)
  const label = encoding === 'utf-8-bom' ? 'utf-8' : encoding
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding, invalidAt: null }
  } catch {
    // Invalid: decoded again with replacement characters, to find the first position.
    const text = new TextDecoder(label).decode(bytes)
    return { text, encoding, invalidAt: Math.max(0, text.indexOf('\ufffd')) }
  }
}

export function encodeText(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8')
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`, 'utf8')
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}
