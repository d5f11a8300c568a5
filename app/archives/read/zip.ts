/**
 * Conversations in a zip archive. Declared sizes are ignored; unpacked bytes are counted. Names are only compared and
 * never become paths.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { createInflateRaw } from 'node:zlib'
import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { ArchiveProblem } from './archive-problem'

export interface ZipEntry {
  readonly name: string
  readonly entry: Entry
}

/** An archive with more entries isn't an export of conversations. */
const mostEntries = 1_000_000

/** Whether the file begins like a zip archive. @throws errors of the file system */
export function isZip(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(4)
    readSync(file, start, 0, 4, 0)
    return ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(start.toString('latin1'))
  } finally {
    closeSync(file)
  }
}

/** The caller closes it. @throws ArchiveProblem damaged */
export function openImportZip(path: string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false }
  return openPromise(path, options).catch((cause: unknown) => {
    throw new ArchiveProblem('damaged', 0, { cause })
  })
}

/** The entries with these names. @throws ArchiveProblem damaged */
export async function findEntries(zip: ZipFile, names: RegExp): Promise<readonly ZipEntry[]> {
  if (zip.entryCount > mostEntries) throw new ArchiveProblem('damaged', 0)
  const found: ZipEntry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString('utf8')
      if (names.test(name)) found.push({ name, entry })
    }
  } catch (cause) {
    throw new ArchiveProblem('damaged', 0, { cause })
  }
  return found
}

/** Its unpacked bytes. `onRead` gets the number of packed bytes read. @throws ArchiveProblem damaged, locked */
export async function* readZipEntry(
  zip: ZipFile,
  { entry }: ZipEntry,
  onRead: (packed: number) => void
): AsyncGenerator<Uint8Array> {
  if (!entry.canDecodeFileData()) throw new ArchiveProblem('locked', entry.relativeOffsetOfLocalHeader)
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch((cause: unknown) => {
    throw new ArchiveProblem('damaged', entry.relativeOffsetOfLocalHeader, { cause })
  })
  if (entry.compressionMethod === 0) {
    yield* packed as AsyncIterable<Uint8Array>
    return
  }
  // Inflated here, because yauzl doesn't report how far it has read.
  const inflate = createInflateRaw()
  packed.on('error', (error: Error) => inflate.destroy(error))
  try {
    for await (const chunk of packed.pipe(inflate) as AsyncIterable<Uint8Array>) {
      onRead(inflate.bytesWritten)
      yield chunk
    }
  } catch (cause) {
    throw new ArchiveProblem('damaged', entry.relativeOffsetOfLocalHeader + inflate.bytesWritten, { cause })
  } finally {
    packed.destroy()
    inflate.destroy()
  }
}
