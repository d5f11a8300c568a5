/** Zip archives built byte by byte, so that tests can create inconsistent ones. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly data?: string | Uint8Array
  /** Header values that replace the true ones. */
  readonly size?: number
  readonly sum?: number
  readonly flags?: number
  readonly method?: number
  readonly mode?: number
  /** In the local header. */
  readonly localName?: string
  /** Raw bytes, already packed. */
  readonly packed?: Uint8Array
  /** Position that the table claims instead of the next free one; the part then has no bytes. */
  readonly at?: number
}

export function makeZip(parts: readonly ZipPart[], { count = parts.length } = {}): Buffer {
  const pieces: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const header = headerOf(part)
    table.push(tableEntry(header, part.at ?? at), header.name)
    if (part.at !== undefined) continue
    const bytes = bytesOf(header)
    pieces.push(bytes)
    at += bytes.length
  }
  const list = Buffer.concat(table)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, list, end])
}

/** A part in the archive: its header, then its bytes. */
export function localBytes(part: ZipPart): Buffer {
  return bytesOf(headerOf(part))
}

function bytesOf(header: Header): Buffer {
  return Buffer.concat([localHeader(header), header.localName, header.packed])
}

function headerOf(part: ZipPart) {
  const data = Buffer.from(part.data ?? '')
  const packed = Buffer.from(part.packed ?? deflateRawSync(data))
  const name = Buffer.from(part.name)
  return {
    name,
    packed,
    flags: part.flags ?? 0x800,
    method: part.method ?? 8,
    mode: part.mode ?? 0o100644,
    localName: Buffer.from(part.localName ?? part.name),
    sum: part.sum ?? crc32(data),
    size: part.size ?? data.length
  }
}

type Header = ReturnType<typeof headerOf>

function localHeader({ localName, packed, flags, method, sum, size }: Header): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(sum, 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(localName.length, 26)
  return header
}

function tableEntry({ name, packed, flags, method, mode, sum, size }: Header, offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50)
  entry.writeUInt16LE(0x0314, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(method, 10)
  entry.writeUInt32LE(sum, 16)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE((mode * 65_536) >>> 0, 38)
  entry.writeUInt32LE(offset, 42)
  return entry
}
