/** Unpacks a file and compares it with the table of contents. */
import { crc32 } from 'node:zlib'
import type { ZipFile } from 'yauzl'
import { HostError } from '../../base/host-error'
import { problems } from '../bundle-problem'
import type { BundleFile } from './open-zip'

/** Never more bytes than declared. @throws HostError BUNDLE_REFUSED if they differ from the declaration */
export async function* unpackBundle(
  zip: ZipFile,
  { name, size, entry }: BundleFile
): AsyncGenerator<Uint8Array> {
  let count = 0
  let sum = 0
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      count += chunk.length
      if (count > size) throw problems.bomb(name)
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    throw error instanceof HostError ? error : problems.damaged(name)
  }
  if (count !== size || sum !== entry.crc32) throw problems.damaged(name)
}

/** A whole small file. @throws HostError BUNDLE_REFUSED */
export async function readWholeEntry(zip: ZipFile, file: BundleFile): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of unpackBundle(zip, file)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
