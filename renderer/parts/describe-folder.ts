/** Describes a folder that servers know about, and what Parley sends them about it. */
import { parts } from '../../app/texts/compiled/window/parts'
import { formatList } from '../ui/base/format'

export interface FolderDetails {
  path: string
  name?: string | undefined
  /** Undefined: every server. */
  servers?: string[] | undefined
}

/** What Parley sends servers about a folder beyond its path, a sentence or two; null if nothing special. */
export function describeFolder({ name = 'none', servers }: FolderDetails): string | null {
  if (name === 'none' && servers === undefined) return null
  if (servers === undefined) return parts.sharedWithAll({ name })
  if (servers.length === 0) return parts.sharedWithNone({ name })
  return parts.sharedWith({ name, servers: formatList(servers) })
}
