// Files that aren't read before the first frame are shipped compressed with Brotli. They take a quarter of the space, and
// unpacking half a megabyte takes a millisecond. Read by `load-code.cjs` and `readShipped` of app/base/shipped-file.ts.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { cacheFolder } from '../process/paths.mjs'

const compress = promisify(zlib.brotliCompress)
const unpack = promisify(zlib.brotliDecompress)
const packedEnding = '.br'
/** Of the bytes that a file had; one that takes more is not worth being unpacked. */
const mostOfIt = 0.9
/** Less than a block of a file system, so packing would save no space. Files that are found by name from outside are shorter. */
const leastBytes = 4_096
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = zlib.constants
/** For builds and starts: the best level of Brotli takes twenty times as long and saves a tenth. */
const quickQuality = 6

function pack(bytes, quality) {
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return compress(bytes, { params })
}

const keptFolder = path.join(cacheFolder, 'packed')
/** Since a build had it. */
const keptForMs = 30 * 24 * 3_600_000

/** Compresses the packed files at the best level, for packages. Most of them are the same in the next build. */
export async function packAtBest(folder) {
  const names = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(packedEnding))
  fs.mkdirSync(keptFolder, { recursive: true })
  await Promise.all(names.map((name) => repack(path.join(folder, name))))
  for (const name of fs.readdirSync(keptFolder)) {
    const kept = path.join(keptFolder, name)
    // Another build beside this one may have been the first to take it away.
    const usedAt = fs.statSync(kept, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - usedAt > keptForMs) fs.rmSync(kept, { force: true })
  }
}

async function repack(file) {
  const packed = fs.readFileSync(file)
  const bytes = await unpack(packed)
  const kept = path.join(keptFolder, createHash('sha256').update(bytes).digest('hex'))
  if (fs.existsSync(kept)) fs.utimesSync(kept, new Date(), new Date())
  else replace(kept, await pack(bytes, BROTLI_MAX_QUALITY))
  const best = fs.readFileSync(kept)
  if (best.length < packed.length) replace(file, best)
}

/** Whole or not at all: it may be ended at any time. */
function replace(file, bytes) {
  const unfinished = `${file}.${process.pid}`
  fs.writeFileSync(unfinished, bytes)
  fs.renameSync(unfinished, file)
}

/** Replaces a file with a packed one. */
export async function packFile(file) {
  const bytes = fs.readFileSync(file)
  if (bytes.length < leastBytes) return
  const packed = await pack(bytes, quickQuality)
  if (packed.length > bytes.length * mostOfIt) return
  fs.writeFileSync(file + packedEnding, packed)
  fs.rmSync(file)
}

/**
 * As a plugin of a production build.
 * @param {(file: object) => boolean} isEarly whether a file is read before the first frame. Its imports stay unpacked too
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
  for (const [name, chunk] of Object.entries(bundle)) if (isEarly(chunk)) visit(name)
  return early
}
