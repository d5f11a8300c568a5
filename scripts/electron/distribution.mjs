// An Electron distribution: what its folder looks like on each system, and whether its files are still the ones that were
// unpacked.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

const executables = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }
export const executableName = executables[process.platform] ?? 'electron'

/** Undefined where the folder has no executable. */
export function describeDistribution(folder, source) {
  const executable = path.join(folder, executableName)
  try {
    fs.accessSync(executable, fs.constants.X_OK)
  } catch {
    return undefined // this is the question that the caller asks
  }
  return { dist: folder, executable, version: readVersion(folder), source }
}

function readVersion(folder) {
  try {
    return fs.readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/u, '')
  } catch {
    return 'unknown' // a build from source has no version file
  }
}

/** The sha256 of each file below a folder, by its name with `/`. @returns {Promise<Record<string, string>>} */
export async function sumFiles(folder) {
  const sums = {}
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue
    const file = path.join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    if (entry.isSymbolicLink()) hash.update(`link to ${fs.readlinkSync(file)}`)
    else await pipeline(fs.createReadStream(file, { highWaterMark: 1 << 20 }), hash)
    sums[path.relative(folder, file).replaceAll('\\', '/')] = hash.digest('hex')
  }
  return sums
}

/** One sum over all names and contents. */
export function sumOver(sums) {
  const hash = createHash('sha256')
  for (const name of Object.keys(sums).sort()) hash.update(`${name}\0${sums[name]}\n`)
  return `sha256-${hash.digest('base64')}`
}

/**
 * The files that differ from those of the first look, whose sums `list` keeps.
 * @returns {Promise<string[]>}
 */
export async function changedFiles(folder, list) {
  const found = await sumFiles(folder)
  const known = readList(list)
  if (known === undefined) {
    fs.mkdirSync(path.dirname(list), { recursive: true })
    fs.writeFileSync(list, JSON.stringify(found))
    return []
  }
  const names = new Set([...Object.keys(known), ...Object.keys(found)])
  return [...names].filter((name) => known[name] !== found[name]).sort()
}

function readList(list) {
  try {
    return JSON.parse(fs.readFileSync(list, 'utf8'))
  } catch {
    return undefined // absent, or another process is writing it
  }
}
