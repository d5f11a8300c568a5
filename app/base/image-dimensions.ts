/**
 * Reads the dimensions of an image from the first bytes of its file: a small file can decode to gigabytes. Supports
 * PNG, GIF, JPEG and WebP, independent of the declared type. Pure.
 */

/** Enough for the header of every format. The size of a JPEG may come after its thumbnail. */
const headBytes = 256 * 1024

/** In pixels. Decoding a larger image would take hundreds of megabytes, and providers refuse it. */
export const longestImageEdge = 8_000

/** The longer edge in pixels; null if the format is unknown or the size isn't found. */
export function longestEdge(base64: string): number | null {
  const bytes = Buffer.from(base64.slice(0, Math.ceil((headBytes * 4) / 3)), 'base64')
  const edges = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
  return edges === null ? null : Math.max(...edges)
}

type Edges = readonly [width: number, height: number]

function readPng(bytes: Buffer): Edges | null {
  const isPng = bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG'
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null
}

function readGif(bytes: Buffer): Edges | null {
  const isGif = bytes.length >= 10 && bytes.toString('latin1', 0, 4) === 'GIF8'
  return isGif ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : null
}

/** WebP has three variants: extended, lossy and lossless. */
function readWebp(bytes: Buffer): Edges | null {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    }
    default:
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  }
}

/** Reads segment after segment, until one begins a frame. */
function readJpeg(bytes: Buffer): Edges | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** Three markers in this range have another meaning. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
