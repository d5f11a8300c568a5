/** Bytes of unknown origin as text for a log: what prints stays, everything else is written as \xNN. */
import { isUtf8 } from 'node:buffer'

/** In bytes; the log says what came, it does not keep it. */
const limit = 500
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u

/** The first 500 bytes, with an ellipsis where more came. */
export function escapeBytes(given: Buffer | string): string {
  // No character is longer than four bytes; what is not shown need not be converted.
  const bytes = typeof given === 'string' ? Buffer.from(given.slice(0, limit + 1), 'utf8') : given
  const shown = bytes.subarray(0, endOfCharacter(bytes, limit))
  const text = isUtf8(shown) ? escapeText(shown.toString('utf8')) : [...shown].map(escapeByte).join('')
  return shown.length < bytes.length ? `${text}…` : text
}

/** Where the last whole character before the limit ends. */
function endOfCharacter(bytes: Buffer, end: number): number {
  if (bytes.length <= end) return bytes.length
  const isContinuation = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80
  for (let at = end; at > end - 4; at -= 1) if (!isContinuation(at)) return at
  return end
}

function escapeText(text: string): string {
  return [...text]
    .map((character) =>
      unprintable.test(character) ? [...Buffer.from(character, 'utf8')].map(hex).join('') : character
    )
    .join('')
}

function escapeByte(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : hex(byte)
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
