/**
 * Whether accessing a path makes the system contact another computer. On Windows that sends the host a hash of the
 * user's password; on other systems, automounted folders connect to the host in the path.
 */
import path from 'node:path'

/** Judges the text only. Make a relative path absolute first, because its folder may be on another computer. */
export function isRemotePath(place: string, platform: NodeJS.Platform = process.platform): boolean {
  // `\\host\share`, `//host/share`, `\\?\UNC\host`, `\??\UNC\host`; what turns the rules for names off may be any of them.
  if (platform === 'win32') return /^(?:[\\/]{2}|[\\/]\?\?[\\/])/.test(place)
  return /^(?:\/System\/Volumes\/Data)?\/(?:net|network|afs|cvmfs)\//i.test(path.posix.normalize(`${place}/`))
}
