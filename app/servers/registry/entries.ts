/** The entries of the settings by name, with the wanted state of each. */
import type { BrokenServerDefinition, ServerDefinition, SettingsContent } from '../../settings/definition'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import type { WantedServer } from '../lifecycle/reconcile'

/** The current entry of a name in the settings. */
export type ServerEntry =
  | { readonly type: 'valid'; readonly definition: ServerDefinition }
  | { readonly type: 'broken'; readonly broken: BrokenServerDefinition }

export type WantedServers = Pick<SettingsContent, 'servers' | 'brokenServers' | 'serverOrder'>

export function wantedBy(entry: ServerEntry): WantedServer {
  if (entry.type === 'broken') return { fingerprint: null, isDisabled: false, isAutoStart: false }
  const { isDisabled, isAutoStart, startsOnUse } = entry.definition
  const fingerprint = hashServerDefinition(entry.definition)
  return { fingerprint, isDisabled, isAutoStart: isAutoStart && !startsOnUse }
}

/** In the order of the settings. */
export function toEntries({
  servers,
  brokenServers,
  serverOrder
}: WantedServers): ReadonlyMap<string, ServerEntry> {
  const valid = new Map(servers.map((definition) => [definition.name, definition]))
  const broken = new Map(brokenServers.map((entry) => [entry.name, entry]))
  const entries = new Map<string, ServerEntry>()
  for (const name of serverOrder) {
    const definition = valid.get(name)
    const brokenEntry = broken.get(name)
    if (definition !== undefined) entries.set(name, { type: 'valid', definition })
    else if (brokenEntry !== undefined) entries.set(name, { type: 'broken', broken: brokenEntry })
  }
  return entries
}
