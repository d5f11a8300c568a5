// What an unpacked runtime consists of, and whether it still does. Looked at before every start: a file whose size and
// times are those of the last look keeps its sum, except for those that run, which are summed up each time.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SetupError } from '../process/terminal.mjs'

/** Data that only shows: locales and licences. All else is code, or decides what code does. */
const isPassive = (name) => /^locales\/|\.(?:html|txt)$|^LICENSE$/u.test(name)

/**
 * @typedef {{ sha256: string, stamp: string }} FileRecord `stamp`: size and times as of the last look
 * @typedef {Record<string, FileRecord>} Inventory by name, relative, with `/`
 */

/**
 * All files below `folder`. Sums of passive files are taken from `known` where nothing tells of a change.
 * @param {string} folder
 * @param {Inventory} [known]
 * @returns {Promise<Inventory>}
 */
export async function takeInventory(folder, known = {}) {
  const inventory = {}
  for (const name of listFiles(folder)) {
    const file = path.join(folder, name)
    const stamp = stampOf(file)
    const before = known[name]
    const isKept = isPassive(name) && before?.stamp === stamp
    inventory[name] = { sha256: isKept ? before.sha256 : await sumOf(file), stamp }
  }
  return inventory
}

/** One sum over all names and contents; those in `except` don't count. */
export function sumOfInventory(inventory, except = []) {
  const hash = createHash('sha256')
  for (const name of Object.keys(inventory).sort()) {
    if (!except.includes(name)) hash.update(`${name}\0${inventory[name].sha256}\n`)
  }
  return `sha256-${hash.digest('base64')}`
}

/**
 * What is other than it was.
 * @param {Inventory} wanted
 * @param {Inventory} found
 * @returns {string[]} names of files: changed, gone or new
 */
export function findChanges(wanted, found) {
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)])
  return [...names].filter((name) => wanted[name]?.sha256 !== found[name]?.sha256).sort()
}

/** @returns {Inventory | undefined} undefined where there is none that can be read */
export function readInventory(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined // absent or half written: the runtime is summed up anew
  }
}

/** Whole or not at all: another start may be reading it. */
export function writeInventory(file, inventory) {
  const draft = `${file}.${process.pid}`
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(draft, `${JSON.stringify(inventory, null, 1)}\n`)
  fs.renameSync(draft, file)
}

function listFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/** The time of the last change of any kind can't be set by hand, unlike that of the contents. */
function stampOf(file) {
  const { size, mtimeNs, ctimeNs } = fs.lstatSync(file, { bigint: true })
  return [size, mtimeNs, ctimeNs].join(' ')
}

async function sumOf(file) {
  const stat = fs.lstatSync(file)
  const hash = createHash('sha256')
  if (stat.isSymbolicLink()) hash.update(`link to ${fs.readlinkSync(file)}`)
  else if (stat.isFile()) await pipeline(fs.createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  else throw new SetupError(`${file} is neither a file nor a link; an Electron has no such thing`)
  return hash.digest('hex')
}
