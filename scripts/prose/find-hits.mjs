// Finds listed words in files. Hits are kept in .cache until the file, the list or one of these tools changes.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { cacheFolder, inProject } from '../process/paths.mjs'
import { extractProse } from './extract.mjs'
import { lintProse } from './lint.mjs'

const cacheFile = path.join(cacheFolder, 'prose.json')
const tools = ['words.yml', 'extract.mjs', 'lint.mjs'].map((name) => inProject('scripts/prose', name))

/**
 * @typedef {{ file: string, line: number, column: number, message: string }} Hit
 * @param {string[]} files relative to the project
 * @returns {Promise<Hit[]>}
 */
export async function findHits(files) {
  const version = sumOf(...tools.map((tool) => fs.readFileSync(tool)))
  const known = readCache(version)
  const sources = files.map((file) => {
    const text = fs.readFileSync(inProject(file), 'utf8')
    return { file, text, sum: sumOf(text) }
  })
  const changed = sources.filter(({ file, sum }) => known[file]?.sum !== sum)
  const lines = changed.flatMap(({ file, text }) =>
    extractProse(file, text).map((line) => ({ file, ...line }))
  )
  for (const { file, sum } of changed) known[file] = { sum, hits: [] }
  const hits = lines.length === 0 ? [] : await lintProse(lines, fs.readFileSync(tools[0], 'utf8'))
  for (const hit of hits) known[hit.file].hits.push(hit)
  fs.mkdirSync(cacheFolder, { recursive: true })
  fs.writeFileSync(cacheFile, JSON.stringify({ version, known }))
  return files.flatMap((file) => known[file].hits)
}

/** @returns {Record<string, { sum: string, hits: Hit[] }>} */
function readCache(version) {
  try {
    const cache = JSON.parse(fs.readFileSync(cacheFile, 'utf8'))
    return cache.version === version ? cache.known : {}
  } catch {
    return {} // There is none yet, or it is damaged.
  }
}

function sumOf(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64')
}
