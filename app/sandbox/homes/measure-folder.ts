/** Measures the disk usage of a folder that may contain anything from a server. No link is followed. */
import { closeSync, lstatSync, opendirSync, type BigIntStats, type Dir } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openIn, openTop, locateInFolder } from './folder-access'

/** Bytes. A name uses space in its folder and in the tables of the disk, and time of each measurement. */
export const leastBytes = 4_096
const blockBytes = 512
/** Deeper nesting counts as more than any limit and isn't read. */
const deepest = 100
/** Entries before other work gets a turn. */
const atOnce = 250

/** Bytes. Stops above `mostBytes`, with what was counted until then. */
export async function measureFolder(folder: string, mostBytes = Infinity): Promise<number> {
  const levels: Level[] = []
  const counted = new Set<bigint>()
  let bytes = 0
  let count = 0
  try {
    levels.push(openLevel(openTop(folder)))
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const entry = level.dir.readSync()
      if (entry === null) {
        closeLevel(levels.pop())
        continue
      }
      count += 1
      if (count % atOnce === 0) await nextTurn()
      const found = statIn(level.folder, entry.name)
      if (found === null) continue
      bytes += isCountedAlready(found, counted)
        ? leastBytes
        : Math.max(leastBytes, Number(found.blocks) * blockBytes)
      if (bytes > mostBytes) return bytes
      if (!found.isDirectory()) continue
      if (levels.length >= deepest) return Infinity
      const inner = orNull(() => openIn(folderOf(level), entry.name))
      if (inner !== null) levels.push(openLevel(inner))
    }
    return bytes
  } finally {
    for (const level of levels) closeLevel(level)
  }
}

interface Level {
  readonly folder: number
  readonly dir: Dir
}

const folderOf = ({ folder }: Level): number => folder

function openLevel(folder: number): Level {
  try {
    return { folder, dir: opendirSync(locateInFolder(folder, '.')) }
  } catch (error) {
    closeSync(folder)
    throw error
  }
}

function closeLevel(level: Level | undefined): void {
  if (level === undefined) return
  level.dir.closeSync()
  closeSync(level.folder)
}

function statIn(folder: number, name: string): BigIntStats | null {
  return orNull(() => lstatSync(locateInFolder(folder, name), { bigint: true }))
}

/** Several names of one file. They are all on one disk. */
function isCountedAlready(found: BigIntStats, counted: Set<bigint>): boolean {
  if (found.nlink < 2n || found.isDirectory()) return false
  if (counted.has(found.ino)) return true
  counted.add(found.ino)
  return false
}

/** A running server may remove it meanwhile. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
