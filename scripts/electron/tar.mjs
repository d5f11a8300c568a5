// Takes one file out of a gzipped tar archive, streaming: the archive may be larger than memory allows, and a
// bare system may have no tar program.

import fs from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { SetupError } from '../process/terminal.mjs'

const blockBytes = 512
const chunkBytes = 1 << 20

/** Writes the file that the archive calls `wanted` to `target`. */
export async function extractFromTarball(tarball, wanted, target) {
  const reader = new TarReader(wanted, fs.createWriteStream(target, { highWaterMark: chunkBytes }))
  const source = fs.createReadStream(tarball, { highWaterMark: chunkBytes })
  await pipeline(source, zlib.createGunzip({ chunkSize: chunkBytes }), reader)
  if (!reader.isComplete) throw new SetupError(`${wanted} is missing or cut off in ${path.basename(tarball)}`)
}

class TarReader extends Writable {
  #wanted
  #out
  #header = Buffer.alloc(0)
  #contentLeft = 0
  #paddingLeft = 0
  #isWanted = false
  isComplete = false

  constructor(wanted, out) {
    super({ highWaterMark: chunkBytes })
    this.#wanted = wanted
    this.#out = out
    out.on('error', (error) => this.destroy(error))
  }

  _write(chunk, _encoding, done) {
    let isBlocked = false
    for (let rest = chunk; rest.length > 0;) {
      if (this.#contentLeft > 0) {
        const part = rest.subarray(0, this.#contentLeft)
        if (this.#isWanted && !this.#out.write(part)) isBlocked = true
        rest = this.#takeContent(rest, part.length)
      } else if (this.#paddingLeft > 0) rest = this.#takePadding(rest)
      else rest = this.#takeHeader(rest)
    }
    if (isBlocked) this.#out.once('drain', done)
    else done()
  }

  _final(done) {
    this.#out.end(done)
  }

  #takeContent(rest, length) {
    this.#contentLeft -= length
    if (this.#contentLeft === 0 && this.#isWanted) this.isComplete = true
    return rest.subarray(length)
  }

  #takePadding(rest) {
    const length = Math.min(this.#paddingLeft, rest.length)
    this.#paddingLeft -= length
    return rest.subarray(length)
  }

  #takeHeader(rest) {
    const length = Math.min(blockBytes - this.#header.length, rest.length)
    this.#header = Buffer.concat([this.#header, rest.subarray(0, length)])
    if (this.#header.length === blockBytes) {
      const { name, size } = parseHeader(this.#header)
      this.#contentLeft = size
      this.#paddingLeft = (blockBytes - (size % blockBytes)) % blockBytes
      this.#isWanted = name === this.#wanted
      if (this.#isWanted && size === 0) this.isComplete = true
      this.#header = Buffer.alloc(0)
    }
    return rest.subarray(length)
  }
}

/** The ustar fields that matter here: name, its prefix, and the size in octal. */
function parseHeader(header) {
  const text = (from, to) => header.toString('latin1', from, to).replace(/\0.*$/su, '')
  const prefix = text(345, 500)
  return {
    name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100),
    size: Number.parseInt(text(124, 136).trim() || '0', 8)
  }
}
