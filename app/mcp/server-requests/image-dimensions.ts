/**
 * How large a picture would be once it is decoded, read from the first bytes of its file: a few of them can ask for
 * gigabytes of memory. Knows PNG, GIF, JPEG and WebP, whatever the type says that came along. Pure.
 */

/** Enough for the start of every format; the size of a JPEG may stand behind its thumbnail. */
const headBytes = 256 * 1024

/** The longer edge in pixels; null where the format is not known or its size not found. */
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

/** Three kinds of it: with a canvas of its own, lossy, lossless. */
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

/** Segment after segment, until the one that begins a frame. */
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

/** Of its range three markers mean something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
