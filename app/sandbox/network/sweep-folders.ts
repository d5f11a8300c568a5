/** Socket folders of a Parley that was killed: no process listens there any more. */
import { lstat, readdir, rm } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'

export const socketName = 'proxy.sock'
/** Milliseconds. A folder that is being created has no socket yet. */
const youngMs = 60_000
const mostSwept = 100

/** Folders of other users, and those with a listener, are kept. */
export async function sweepFolders(around: string, start: string, now: number = Date.now()): Promise<void> {
  const names = await readdir(around).catch(() => [])
  const ours = names.filter((name) => name.startsWith(start)).slice(0, mostSwept)
  await Promise.all(
    ours.map(async (name) => {
      const folder = path.join(around, name)
      const found = await lstat(folder).catch(() => null)
      if (found === null || !found.isDirectory() || found.uid !== process.getuid?.()) return
      const state = await getState(path.join(folder, socketName))
      if (state === 'used' || (state === 'missing' && now - found.mtimeMs < youngMs)) return
      await rm(folder, { recursive: true, force: true }).catch(() => {}) // the next start tries again
    })
  )
}

function getState(socketPath: string): Promise<'used' | 'left' | 'missing'> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve('used')
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code === 'ECONNREFUSED' ? 'left' : code === 'ENOENT' ? 'missing' : 'used')
    })
  })
}
