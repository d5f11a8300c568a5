/**
 * A checked path of this computer: its real path, and the identity of the file or folder. Both are read from
 * one descriptor, so that it can't be replaced in between.
 */
import { open, readlink, realpath, stat } from 'node:fs/promises'
import type { BigIntStats } from 'node:fs'

export interface IdentifiedPath {
  readonly real: string
  /** The identity, as the output of `stat -L -c %d:%i`. */
  readonly id: string
  readonly kind: 'folder' | 'file' | 'other'
}

/** Linux: the path itself and not its content. */
const forPath = 0o10000000

/** Null: it doesn't exist. */
export async function identifyPath(place: string): Promise<IdentifiedPath | null> {
  return await (process.platform === 'linux' ? seeOpened(place) : seeNamed(place)).catch(() => null)
}

async function seeOpened(place: string): Promise<IdentifiedPath> {
  const handle = await open(place, forPath)
  try {
    const facts = await handle.stat({ bigint: true })
    return seenAs(facts, await readlink(`/proc/self/fd/${handle.fd}`))
  } finally {
    await handle.close()
  }
}

async function seeNamed(place: string): Promise<IdentifiedPath> {
  return seenAs(await stat(place, { bigint: true }), await realpath(place))
}

function seenAs(facts: BigIntStats, real: string): IdentifiedPath {
  const kind = facts.isDirectory() ? 'folder' : facts.isFile() ? 'file' : 'other'
  return { real, id: `${facts.dev}:${facts.ino}`, kind }
}
