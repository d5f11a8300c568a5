/** Decodes base64. */

/** Null if it isn't base64. */
export function decodeBytes(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null // the server sent invalid data; the caller reports it
  }
}

/** The number of bytes that base64 encodes. */
export function byteCount(base64: string): number {
  const length = base64.replace(/=+$/, '').length
  return Math.floor((length * 3) / 4)
}

const bytesInLine = 16

/** The first 256 bytes, 16 per line: position, bytes, readable characters. Null if it isn't base64. */
export function hexLines(base64: string): readonly string[] | null {
  const bytes = decodeBytes(base64.slice(0, 344))
  if (bytes === null) return null
  return Array.from({ length: Math.ceil(Math.min(bytes.length, 256) / bytesInLine) }, (_, line) => {
    const part = [...bytes.slice(line * bytesInLine, Math.min((line + 1) * bytesInLine, 256))]
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const readable = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
    return `${(line * bytesInLine).toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  ${readable}`
  })
}
