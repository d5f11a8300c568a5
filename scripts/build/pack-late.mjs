// What isn't read before the first frame is shipped packed, by Brotli: it takes a quarter of the room, and to unpack it takes a
// millisecond for half a megabyte. Read by `load-code.cjs` and `readShipped` of app/base/files/shipped-file.ts.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { cacheFolder } from '../process/paths.mjs'

const compress = promisify(zlib.brotliCompress)
const packedEnding = '.br'
/** Of the bytes that a file had; one that takes more is not worth being unpacked. */
const mostOfIt = 0.9
/** Less than a block of a file system: nobody would have more room, and what is found by its name from outside is shorter. */
const leastBytes = 4_096
const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: sizeHint } = zlib.constants
const bestQuality = zlib.constants.BROTLI_MAX_QUALITY

/** Most stay as they are from build to build, and to pack all takes a minute. */
async function pack(bytes) {
  const name = createHash('sha256').update(bytes).digest('hex')
  const kept = path.join(cacheFolder, 'packed', name)
  if (fs.existsSync(kept)) return fs.readFileSync(kept)
  const packed = await compress(bytes, { params: { [quality]: bestQuality, [sizeHint]: bytes.length } })
  fs.mkdirSync(path.dirname(kept), { recursive: true })
  // Whole or not at all: a build may be ended at any time.
  const unfinished = `${kept}.${process.pid}`
  fs.writeFileSync(unfinished, packed)
  fs.renameSync(unfinished, kept)
  return packed
}

/** Puts a packed file in the place of one. */
export async function packFile(file) {
  const bytes = fs.readFileSync(file)
  if (bytes.length < leastBytes) return
  const packed = await pack(bytes)
  if (packed.length > bytes.length * mostOfIt) return
  fs.writeFileSync(file + packedEnding, packed)
  fs.rmSync(file)
}

/**
 * As a plugin of a production build.
 * @param {(chunk: object) => boolean} isEarly whether a chunk is read before the first frame; with it, all that it imports stays as it is
 */
export function packLate(isEarly = () => false) {
  return {
    name: 'parley:pack-late',
    // What is written is final; before that, plugins of the bundler's own still change it.
    async writeBundle({ dir }, bundle) {
      const early = earlyFiles(bundle, isEarly)
      const late = Object.keys(bundle).filter((name) => !early.has(name))
      await Promise.all(late.map((name) => packFile(path.join(dir, name))))
    }
  }
}

function earlyFiles(bundle, isEarly) {
  const early = new Set()
  const visit = (name) => {
    const chunk = bundle[name]
    if (early.has(name) || chunk === undefined) return
    early.add(name)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) early.add(sheet)
  }
  for (const [name, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk' && isEarly(chunk)) visit(name)
  return early
}
