/** Files that Parley ships. Those not needed for the first frame are compressed, see scripts/build/pack-late.mjs. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

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
  return await promisify<Uint8Array, Buffer>(brotliDecompress)(packed)
}

/** The name of a shipped file. */
export function shippedName(file: string): string {
  return file.endsWith(packedEnding) ? file.slice(0, -packedEnding.length) : file
}
