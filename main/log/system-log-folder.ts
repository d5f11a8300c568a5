/**
 * Where this system keeps the logs of programs. On Linux and Windows that is Parley's own folder `logs`. On macOS,
 * where users and `Console` look in another place, a link there points to it.
 */
import { lstat, mkdir, readlink, symlink } from 'node:fs/promises'
import path from 'node:path'

export interface LogPlaces {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The folder with the logs, absolute. */
  readonly folder: string
}

export type LinkedLogs = 'linked' | 'linked already' | 'not needed' | 'taken'

/** Never replaces an existing file. @throws the error of the file system */
export async function linkSystemLogFolder({ platform, home, folder }: LogPlaces): Promise<LinkedLogs> {
  if (platform !== 'darwin') return 'not needed'
  const link = path.join(home, 'Library', 'Logs', 'Parley')
  const found = await lstat(link).catch(() => null)
  if (found === null) {
    await mkdir(path.dirname(link), { recursive: true })
    await symlink(folder, link)
    return 'linked'
  }
  return found.isSymbolicLink() && (await readlink(link)) === folder ? 'linked already' : 'taken'
}
