/**
 * Files that come with the product. Those that are not read before the first frame are packed, see
 * scripts/build/pack-late.mjs.
 */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const packedEnding = '.br'

/** Only for the product's own files: an external packed file could expand to any size. @throws as `readFile` */
export async function readShipped(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const packed = await readFile(file + packedEnding)
  // The window's first frame needs nothing packed, and so nothing that unpacks.
  const { brotliDecompress } = await import('node:zlib')
  return await promisify<Uint8Array, Buffer>(brotliDecompress)(packed)
}

/** The name by which a file of the product is asked for. */
export function shippedName(file: string): string {
  return file.endsWith(packedEnding) ? file.slice(0, -packedEnding.length) : file
}
