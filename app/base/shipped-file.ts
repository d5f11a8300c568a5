/** Files that Parley ships. Those not needed for the first frame are compressed, see scripts/build/pack-late.mjs. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { BrotliOptions } from 'node:zlib'

const packedEnding = '.br'

/**
 * Only for Parley's own files, because a compressed file from outside could expand to any size. @throws as `readFile`
 */
export async function readShipped(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const packed = await readFile(file + packedEnding)
  // Loaded later, because the window's first frame needs no compressed file.
  const { brotliDecompress } = await import('node:zlib')
  // In one piece: unpacking 16 KB at a time, as usual, takes half as long again.
  const options = { chunkSize: packed.length * 8 }
  return await promisify<Uint8Array, BrotliOptions, Buffer>(brotliDecompress)(packed, options)
}

/** The name of a shipped file. */
export function shippedName(file: string): string {
  return file.endsWith(packedEnding) ? file.slice(0, -packedEnding.length) : file
}
