/**
 * Electron fuses: bytes in Electron's program that enable its features. After a marker follow a version, the number of
 * fuses, and one character for each: https://www.electronjs.org/docs/latest/tutorial/fuses
 */
import { open, type FileHandle } from 'node:fs/promises'

const mark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
const knownVersion = 1
const on = '1'.charCodeAt(0)
/**
 * Whether it may run as Node, and whether it then reads `NODE_OPTIONS`, through which sandboxed servers find their
 * network.
 */
const places = [0, 2]
const chunkBytes = 4 * 1_048_576

export interface Fuses {
  /** The position of the first character. */
  readonly at: number
  /** True if the required fuses are on. */
  readonly areOn: boolean
}

/** Null if there are none, or if their version is unknown. */
export async function findFuses(file: string): Promise<Fuses | null> {
  const handle = await open(file)
  try {
    const found = await findMark(handle)
    if (found === null) return null
    const header = Buffer.alloc(2 + Math.max(...places) + 1)
    await handle.read(header, 0, header.length, found + mark.length)
    const letters = places.map((place) => String.fromCharCode(header[2 + place] ?? 0))
    // 'r': the fuse was removed, and its position has another use.
    const isKnown =
      header[0] === knownVersion && (header[1] ?? 0) > Math.max(...places) && letters.every(isSwitch)
    if (!isKnown) return null
    return { at: found + mark.length + 2, areOn: letters.every((letter) => letter === '1') }
  } finally {
    await handle.close()
  }
}

function isSwitch(letter: string): boolean {
  return letter === '0' || letter === '1'
}

/** The required bytes by position in the file. */
export function neededFuses(at: number): ReadonlyMap<number, number> {
  return new Map(places.map((place) => [at + place, on]))
}

async function findMark(handle: FileHandle): Promise<number | null> {
  const buffer = Buffer.alloc(chunkBytes)
  let at = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, at)
    const found = buffer.subarray(0, bytesRead).indexOf(mark)
    if (found >= 0) return at + found
    if (bytesRead < chunkBytes) return null
    // The marker may span two chunks.
    at += chunkBytes - mark.length
  }
}

/** True if the second file equals the first, except for these bytes at these positions. */
export async function isEqualExceptFuses(
  first: string,
  second: string,
  bytes: ReadonlyMap<number, number>
): Promise<boolean> {
  const handles = await Promise.all([open(first), open(second)])
  const [one, other] = [Buffer.alloc(chunkBytes), Buffer.alloc(chunkBytes)]
  try {
    for (let at = 0; ;) {
      const [{ bytesRead }, { bytesRead: otherRead }] = await Promise.all([
        handles[0].read(one, 0, chunkBytes, at),
        handles[1].read(other, 0, chunkBytes, at)
      ])
      if (bytesRead !== otherRead) return false
      if (bytesRead === 0) return true
      const here = [...bytes].filter(([place]) => place >= at && place < at + bytesRead)
      for (const [place, value] of here) one[place - at] = value
      if (!one.subarray(0, bytesRead).equals(other.subarray(0, bytesRead))) return false
      at += bytesRead
    }
  } finally {
    await Promise.all(handles.map((handle) => handle.close()))
  }
}
