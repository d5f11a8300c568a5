/**
 * Whether merely looking at a path makes the system contact another computer. On Windows that sends the host a hash of the
 * person's password; elsewhere folders that are mounted on demand are asked of the host that the path names.
 */
import path from 'node:path'

/** By its text alone; a relative path is to be made whole before, for it is its folder that may lie elsewhere. */
export function leadsElsewhere(place: string, platform: NodeJS.Platform = process.platform): boolean {
  // `\\host\share`, `//host/share`, `\\?\UNC\host`, `\??\UNC\host`; what turns the rules for names off may be any of them.
  if (platform === 'win32') return /^(?:[\\/]{2}|[\\/]\?\?[\\/])/.test(place)
  return /^(?:\/System\/Volumes\/Data)?\/(?:net|network|afs|cvmfs)\//i.test(path.posix.normalize(`${place}/`))
}
