/**
 * Files in a zip archive, read where they stand. What the archive says of their sizes is not believed: whoever reads
 * counts what comes out. Archives beyond 4 GB (zip64) are read, encrypted ones and those over several files are not.
 */
import type { FileHandle } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { ArchiveProblem } from './archive-problem'

export interface ZipEntry {
  readonly name: string
  /** As it lies in the archive. */
  readonly packedSize: number
  readonly method: number
  readonly offset: number
}

const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locatorSignature = 0x07064b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endSize = 22
const longestComment = 65_535
const full32 = 0xffff_ffff
/** Of the list of entries. */
const longestList = 256 * 1_048_576

export async function isZip(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return bytesRead === 4 && [localSignature, endSignature].includes(buffer.readUInt32LE(0))
}

/** @throws ArchiveProblem damaged */
export async function readEntries(file: FileHandle, size: number): Promise<readonly ZipEntry[]> {
  const { offset, length } = await findList(file, size)
  if (length > longestList || offset + length > size) throw new ArchiveProblem('damaged', offset)
  const list = await readAt(file, offset, length)
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= list.length && list.readUInt32LE(at) === entrySignature;) {
    const [nameLength, extraLength] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30)]
    const extra = list.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const sizes = { unpacked: list.readUInt32LE(at + 24), packed: list.readUInt32LE(at + 20) }
    const large = largeFields(extra, { ...sizes, offset: list.readUInt32LE(at + 42) })
    const isLocked = (list.readUInt16LE(at + 8) & 1) === 1
    entries.push({
      name: list.toString('utf8', at + 46, at + 46 + nameLength),
      packedSize: large.packed,
      method: isLocked ? -1 : list.readUInt16LE(at + 10),
      offset: large.offset
    })
    at += 46 + nameLength + extraLength + list.readUInt16LE(at + 32)
  }
  return entries
}

/** Its bytes, unpacked. `onRead` hears of those that were read for them. @throws ArchiveProblem damaged, locked */
export async function* readZipEntries(
  file: FileHandle,
  entry: ZipEntry,
  onRead: (packed: number) => void
): AsyncGenerator<Uint8Array> {
  if (entry.method !== 0 && entry.method !== 8) throw new ArchiveProblem('locked', entry.offset)
  const head = await readAt(file, entry.offset, 30)
  if (head.readUInt32LE(0) !== localSignature) throw new ArchiveProblem('damaged', entry.offset)
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const end = start + entry.packedSize - 1
  if (entry.packedSize === 0) return
  const packed = file.createReadStream({ start, end, autoClose: false })
  if (entry.method === 0) {
    yield* packed as AsyncIterable<Uint8Array>
    return
  }
  const inflate = createInflateRaw()
  packed.on('error', (error) => inflate.destroy(error))
  try {
    for await (const chunk of packed.pipe(inflate) as AsyncIterable<Uint8Array>) {
      onRead(inflate.bytesWritten)
      yield chunk
    }
  } catch (error) {
    throw new ArchiveProblem('damaged', start + inflate.bytesWritten, { cause: error })
  } finally {
    packed.destroy()
    inflate.destroy()
  }
}

async function findList(file: FileHandle, size: number): Promise<{ offset: number; length: number }> {
  const tailSize = Math.min(size, endSize + longestComment)
  const tail = await readAt(file, size - tailSize, tailSize)
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    const found = { offset: tail.readUInt32LE(at + 16), length: tail.readUInt32LE(at + 12) }
    const isLarge = found.offset === full32 || found.length === full32
    return isLarge ? await findLargeList(file, size - tailSize + at) : found
  }
  throw new ArchiveProblem('damaged', size)
}

/** `end`: where the smaller record stands; the larger one is named before it. */
async function findLargeList(file: FileHandle, end: number): Promise<{ offset: number; length: number }> {
  const locator = await readAt(file, end - 20, 20)
  if (locator.readUInt32LE(0) !== locatorSignature) throw new ArchiveProblem('damaged', end)
  const record = await readAt(file, Number(locator.readBigUInt64LE(8)), 56)
  if (record.readUInt32LE(0) !== end64Signature) throw new ArchiveProblem('damaged', end)
  return { offset: Number(record.readBigUInt64LE(48)), length: Number(record.readBigUInt64LE(40)) }
}

interface Fields {
  readonly unpacked: number
  readonly packed: number
  readonly offset: number
}

/** Those that are too large for their place stand in the extra field, in this order. */
function largeFields(extra: Buffer, fields: Fields): Fields {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    const take = (value: number): number => {
      if (value !== full32 || next + 8 > extra.length) return value
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    }
    const unpacked = take(fields.unpacked)
    const packed = take(fields.packed)
    return { unpacked, packed, offset: take(fields.offset) }
  }
  return fields
}

/** @throws ArchiveProblem damaged: it ends before */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw new ArchiveProblem('damaged', 0)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new ArchiveProblem('damaged', position + bytesRead)
  return buffer
}
