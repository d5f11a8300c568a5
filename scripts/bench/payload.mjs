/** The size of a package without Electron: the files that electron-builder.yml names, as they are in its archive. */
import fs from 'node:fs'
import path from 'node:path'
import { packAtBest } from '../build/pack-late.mjs'
import { inProject } from '../process/paths.mjs'

const mostMegabytes = 8
const folders = ['out', 'resources']
/** Of the database, for Electron without one of its own. */
const libraries = ['node_modules/libsql', 'node_modules/@neon-rs/load', 'node_modules/detect-libc']
const isShipped = (file) =>
  !/(?:^out\/\.built\.json$|\.compiled\.json$|\.map$|^resources\/icon\.svg$|^resources\/icons\/)/u.test(file)

/** The same each time. */
export async function payloadRows({ isShort }) {
  // As for a package, which takes a quarter of a minute the first time.
  if (!isShort) await packAtBest(inProject('out'))
  const own = megabytes([...folders, 'package.json', 'LICENSE'])
  const native = fs
    .readdirSync(inProject('node_modules/@libsql'))
    .filter((name) => !name.endsWith('-musl'))
    .map((name) => `node_modules/@libsql/${name}`)
  const library = megabytes([...libraries, ...native])
  const row = (name, ours) => ({ name, unit: 'MB', ours: [ours], limit: mostMegabytes, budget: 1 })
  return [row('package beyond Electron', own), row('package with the library of the database', own + library)]
}

function megabytes(names) {
  return names.reduce((sum, name) => sum + bytesOf(name), 0) / 1e6
}

function bytesOf(name) {
  const found = fs.statSync(inProject(name))
  if (!found.isDirectory()) return isShipped(name) ? found.size : 0
  return fs
    .readdirSync(inProject(name))
    .reduce((sum, child) => sum + bytesOf(path.posix.join(name, child)), 0)
}
