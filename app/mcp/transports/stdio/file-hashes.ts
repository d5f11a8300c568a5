/** Hashes files in a stream, once for each stamp. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { ProgramFile } from '../../../contract/server-act'

/** Larger files are identified only by their stamp. */
const largestHashed = 512 * 1_048_576
const hashLimitMs = 20_000
const mostRemembered = 500

/** By path: the result of reading it while it had the stamp. */
const read = new Map<string, Pick<ProgramFile, 'stamp' | 'hash'>>()
const hashing = new Map<string, Promise<string | null>>()

/** Restores hashes that were stored with the user's trust. Newer results have priority. */
export function recallFiles(known: readonly ProgramFile[]): void {
  for (const { path: file, stamp, hash } of known) if (!read.has(file)) remember(file, { stamp, hash })
}

/** With links resolved; null if the file doesn't exist. */
export async function findFile(file: string): Promise<string | null> {
  try {
    const real = await realpath(file)
    return (await stat(real)).isFile() ? real : null
  } catch {
    return null
  }
}

/** `real`: the result of `findFile`. Null if the file is gone. */
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

/** Prevents that many servers that start at once hash the same interpreter again. */
async function hashOnce(key: string, file: string, size: number): Promise<string | null> {
  const running = hashing.get(key) ?? hashOf(file, size).finally(() => hashing.delete(key))
  hashing.set(key, running)
  return await running
}

/** Null if it can't be read, or not in time. */
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
