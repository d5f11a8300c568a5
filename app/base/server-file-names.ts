/**
 * Names for the files of servers, whose names are free text: always inside the folder, and never one file for two
 * servers.
 */
const plain = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,78}[\p{L}\p{N}_-])?$/u
/** Windows treats these as devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Returns a function from server name to file name. A plain name is kept. Any other gets a hash after `~`, and so does
 * a plain name that some file system would treat as equal to an earlier one.
 */
export function createServerFileNames(extension: string): (serverName: string) => string {
  const owners = new Map<string, string>()
  return (serverName) => {
    const key = serverName.normalize('NFC').toLowerCase()
    const isPlain = plain.test(serverName) && !reserved.test(serverName)
    const owner = owners.get(key) ?? serverName
    if (!isPlain || owner !== serverName) return `${toMarkedName(serverName)}${extension}`
    owners.set(key, serverName)
    return `${serverName}${extension}`
  }
}

function toMarkedName(serverName: string): string {
  const readable = serverName.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40)
  // Loading it would delay the window, and few names need it.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return `${readable}~${createHash('sha256').update(serverName).digest('hex').slice(0, 12)}`
}
