// Unpacks a zip archive file by file, checking each one's size and CRC, and refusing links and paths that
// lead out of the target folder.

import fs from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { SetupError } from '../process/terminal.mjs'
import { crc32 } from './checksum.mjs'

const chunkBytes = 1 << 20
const endRecordBytes = 65_557
const fileTypeMask = 0o170000
const linkType = 0o120000
const methods = { stored: 0, deflated: 8 }

/**
 * @param {string} file the archive
 * @param {string} target folder to unpack into
 * @param {(name: string) => string | undefined} place where a file goes, relative to `target`; undefined leaves it out
 */
export async function unzip(file, target, place) {
  const handle = await open(file, 'r')
  try {
    for (const entry of await readDirectory(handle)) {
      if (entry.name.endsWith('/')) continue
      const name = place(entry.name)
      if (name !== undefined) await unpackEntry({ file, handle, entry, to: safePath(target, name) })
    }
  } finally {
    await handle.close()
  }
}

async function readDirectory(handle) {
  const { size } = await handle.stat()
  const tail = Buffer.alloc(Math.min(size, endRecordBytes))
  await handle.read(tail, 0, tail.length, size - tail.length)
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0) throw new SetupError('the archive is no zip archive, or it is cut off')
  const directory = Buffer.alloc(tail.readUInt32LE(end + 12))
  await handle.read(directory, 0, directory.length, tail.readUInt32LE(end + 16))
  const entries = []
  for (let at = 0; at + 46 <= directory.length;) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    entries.push({
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      mode: directory.readUInt32LE(at + 38) >>> 16,
      offset: directory.readUInt32LE(at + 42),
      name: directory.toString('utf8', at + 46, nameEnd)
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

function safePath(target, name) {
  const to = path.resolve(target, name)
  if (!to.startsWith(path.resolve(target) + path.sep))
    throw new SetupError(`the archive names a path outside: ${name}`)
  return to
}

async function unpackEntry({ file, handle, entry, to }) {
  if ((entry.mode & fileTypeMask) === linkType)
    throw new SetupError(`the archive holds a link: ${entry.name}`)
  if (!Object.values(methods).includes(entry.method))
    throw new SetupError(`${entry.name} is packed in an unknown way`)
  await mkdir(path.dirname(to), { recursive: true })
  const check = new Checked()
  if (entry.packedBytes === 0) await writeFile(to, '')
  else {
    const start = await startOfContent(handle, entry)
    const source = fs.createReadStream(file, {
      start,
      end: start + entry.packedBytes - 1,
      highWaterMark: chunkBytes
    })
    const inflate =
      entry.method === methods.deflated ? [zlib.createInflateRaw({ chunkSize: chunkBytes })] : []
    await pipeline(source, ...inflate, check, fs.createWriteStream(to, { mode: entry.mode & 0o777 || 0o644 }))
  }
  if (check.bytes !== entry.bytes || check.crc !== entry.crc)
    throw new SetupError(`${entry.name} is damaged in the archive`)
}

async function startOfContent(handle, entry) {
  const local = Buffer.alloc(30)
  await handle.read(local, 0, local.length, entry.offset)
  return entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
}

/** Passes everything through and remembers how much it was. */
class Checked extends Transform {
  bytes = 0
  crc = 0

  _transform(chunk, _encoding, done) {
    this.crc = crc32(chunk, this.crc)
    this.bytes += chunk.length
    done(null, chunk)
  }
}
