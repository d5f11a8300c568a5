/**
 * A place of this computer as it was looked at: where it really lies, and which file or folder it is. Both are read of one
 * descriptor, so that nothing can be put in its place in between.
 */
import { open, readlink, realpath, stat } from 'node:fs/promises'
import type { BigIntStats } from 'node:fs'

export interface SeenPlace {
  readonly real: string
  /** Which one it is, as `stat -L -c %d:%i` says. */
  readonly id: string
  readonly kind: 'folder' | 'file' | 'other'
}

/** Linux: the place itself and not what is in it. */
const forPath = 0o10000000

/** Null: nothing is there. */
export async function seePlace(place: string): Promise<SeenPlace | null> {
  return await (process.platform === 'linux' ? seeOpened(place) : seeNamed(place)).catch(() => null)
}

async function seeOpened(place: string): Promise<SeenPlace> {
  const handle = await open(place, forPath)
  try {
    const facts = await handle.stat({ bigint: true })
    return seenAs(facts, await readlink(`/proc/self/fd/${handle.fd}`))
  } finally {
    await handle.close()
  }
}

async function seeNamed(place: string): Promise<SeenPlace> {
  return seenAs(await stat(place, { bigint: true }), await realpath(place))
}

function seenAs(facts: BigIntStats, real: string): SeenPlace {
  const kind = facts.isDirectory() ? 'folder' : facts.isFile() ? 'file' : 'other'
  return { real, id: `${facts.dev}:${facts.ino}`, kind }
}
