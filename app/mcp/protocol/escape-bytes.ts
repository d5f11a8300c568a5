/** Converts unknown bytes to text for a log: printable characters stay, all others become \xNN. */
import { isUtf8 } from 'node:buffer'

/** In bytes: the log shows what was received, it doesn't store it. */
const limit = 500
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u

/** The first 500 bytes, with an ellipsis if there were more. */
export function escapeBytes(given: Buffer | string): string {
  // A character has at most four bytes. Bytes that aren't shown need no conversion.
  const bytes = typeof given === 'string' ? Buffer.from(given.slice(0, limit + 1), 'utf8') : given
  const shown = bytes.subarray(0, endOfCharacter(bytes, limit))
  const text = isUtf8(shown) ? escapeText(shown.toString('utf8')) : [...shown].map(escapeByte).join('')
  return shown.length < bytes.length ? `${text}…` : text
}

/** The end of the last whole character before the limit. */
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
