/** A folder that servers are told of, and what they are told of it in words. */

export interface FolderDetails {
  path: string
  name?: string | undefined
  /** Undefined: every server. */
  servers?: string[] | undefined
}

/** What servers are told of a folder beyond its path, a sentence or two; null where there is nothing special. */
export function folderWords({ name, servers }: FolderDetails): string | null {
  if (name === undefined && servers === undefined) return null
  const known =
    servers === undefined ? 'every server' : servers.length === 0 ? 'no server' : servers.join(', ')
  return name === undefined ? `Told to: ${known}.` : `Called ${name}. Told to: ${known}.`
}
