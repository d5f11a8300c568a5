/** Files by what they hold: hashed in a stream, once for each stamp. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { ProgramFile } from '../../../contract/server-act'

/** A larger file is told apart by its stamp alone. */
const largestHashed = 512 * 1_048_576
const hashLimitMs = 20_000
const mostRemembered = 500

/** By path: what was read of it while it had the stamp. */
const read = new Map<string, Pick<ProgramFile, 'stamp' | 'hash'>>()
const hashing = new Map<string, Promise<string | null>>()

/** What was kept with a yes; what was read since then is newer. */
export function recallFiles(known: readonly ProgramFile[]): void {
  for (const { path: file, stamp, hash } of known) if (!read.has(file)) remember(file, { stamp, hash })
}

/** With links resolved; null where there is no such file. */
export async function findFile(file: string): Promise<string | null> {
  try {
    const real = await realpath(file)
    return (await stat(real)).isFile() ? real : null
  } catch {
    return null
  }
}

/** `real`: as `findFile` gave it. Null where it has gone. */
export async function readFile(role: ProgramFile['role'], real: string): Promise<ProgramFile | null> {
  try {
    const found = await stat(real, { bigint: true })
    if (!found.isFile()) return null
    const { dev, ino, size, mtimeNs, ctimeNs } = found
    const stamp = [dev, ino, size, mtimeNs, ctimeNs].join(' ')
    const before = read.get(real)
    const hash =
      before?.stamp === stamp ? before.hash : await hashOnce(`${stamp} ${real}`, real, Number(size))
    remember(real, { stamp, hash })
    return { role, path: real, size: Number(size), hash, stamp }
  } catch {
    return null
  }
}

function remember(file: string, facts: Pick<ProgramFile, 'stamp' | 'hash'>): void {
  read.set(file, facts)
  const [oldest] = read.keys()
  if (read.size > mostRemembered && oldest !== undefined) read.delete(oldest)
}

/** Many servers that start at once run the same interpreter. */
async function hashOnce(key: string, file: string, size: number): Promise<string | null> {
  const running = hashing.get(key) ?? hashOf(file, size).finally(() => hashing.delete(key))
  hashing.set(key, running)
  return await running
}

/** Null where it can't be read, or not in time. */
async function hashOf(file: string, size: number): Promise<string | null> {
  if (size > largestHashed) return null
  const hash = createHash('sha256')
  try {
    const signal = AbortSignal.timeout(hashLimitMs)
    for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576, signal }))
      hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return null
  }
}
