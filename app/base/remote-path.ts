/**
 * Whether accessing a path contacts another computer. On Windows, that sends the host a hash of the user's password. On
 * other systems, automounted folders connect to the host in the path.
 */
import path from 'node:path'

/** Only reads the text. Make a relative path absolute first, because its folder may be on another computer. */
export function isRemotePath(place: string, platform: NodeJS.Platform = process.platform): boolean {
  // `\\host\share`, `//host/share`, `\\?\UNC\host`, `\??\UNC\host`. Each prefix that turns off path parsing may be one
  // of them.
  if (platform === 'win32') return /^(?:[\\/]{2}|[\\/]\?\?[\\/])/.test(place)
  return /^(?:\/System\/Volumes\/Data)?\/(?:net|network|afs|cvmfs)\//i.test(path.posix.normalize(`${place}/`))
}
