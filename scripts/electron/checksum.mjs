// Sums over files: the sha512 that a package is pinned by, and the CRC-32 that zip archives carry.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { SetupError } from '../process/terminal.mjs'

const chunkBytes = 1 << 20

/** Throws when the file is not the one that `integrity` (`sha512-<base64>`) was made of. */
export async function verifyIntegrity(file, integrity) {
  const at = integrity.indexOf('-')
  const algorithm = integrity.slice(0, at)
  const hash = createHash(algorithm)
  await pipeline(fs.createReadStream(file, { highWaterMark: chunkBytes }), hash)
  const actual = `${algorithm}-${hash.digest('base64')}`
  if (actual !== integrity) {
    throw new SetupError(
      `${file} is not what was expected and will not be used: expected ${integrity}, got ${actual}`
    )
  }
}

let table
/** CRC-32 of `buffer`, going on from `seed`. Node 20.19 has no crc32 of its own in every build. */
export function crc32(buffer, seed) {
  if (zlib.crc32) return zlib.crc32(buffer, seed)
  table ??= Int32Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    return value
  })
  let sum = ~seed
  for (const byte of buffer) sum = (sum >>> 8) ^ table[(sum ^ byte) & 0xff]
  return ~sum >>> 0
}
