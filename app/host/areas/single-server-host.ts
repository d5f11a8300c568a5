/** A host that runs for one task and ends: which servers it uses. No other server is started. */
import type { JsonObject } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import type { SettingsContent } from '../../settings/definition'
import { parseSettings } from '../../settings/parse/parse-settings'
import { freeName, nameEntry } from '../../settings/paste/entry-name'

export type SingleServerTask =
  | { readonly type: 'no-server' }
  | { readonly type: 'all-servers' }
  | { readonly type: 'configured'; readonly serverName: string }
  /** A server that isn't in the settings, as it would be written there. */
  | { readonly type: 'entry'; readonly serverName: string; readonly entry: JsonObject }

type Entries = Pick<SettingsContent, 'servers' | 'brokenServers' | 'serverOrder'>

/** The servers of the settings that the task needs; without a task, all of them. */
export function serversFor(task: SingleServerTask | undefined, content: SettingsContent): Entries {
  if (task === undefined || task.type === 'all-servers') return content
  if (task.type === 'no-server') return { servers: [], brokenServers: [], serverOrder: [] }
  const { serverName } = task
  const from = task.type === 'entry' ? readEntry(serverName, task.entry) : content
  return {
    // The task starts it, even if it wouldn't start with the window.
    servers: from.servers
      .filter(({ name }) => name === serverName)
      .map((one) => ({ ...one, isAutoStart: true, startsOnUse: false })),
    brokenServers: from.brokenServers.filter(({ name }) => name === serverName),
    serverOrder: from.serverOrder.filter((name) => name === serverName)
  }
}

function readEntry(serverName: string, entry: JsonObject): Entries {
  const read = parseSettings(JSON.stringify({ mcpServers: { [serverName]: entry } }))
  if (read.type === 'usable') return read.content
  return { servers: [], brokenServers: [], serverOrder: [] }
}

/** Why the entry is invalid in the settings; null: it is valid. */
export function describeEntryProblem(serverName: string, entry: JsonObject): LocalizedText | null {
  const problems = readEntry(serverName, entry).brokenServers.flatMap((broken) => broken.problems)
  return problems.find(({ severity }) => severity === 'error')?.message ?? null
}

/** A free name for an entry that came without one. */
export function nameForEntry(entry: JsonObject, taken: ReadonlySet<string>): string {
  return freeName(`${nameEntry(entry)} (command line)`, taken)
}

/** The servers of a settings file, as far as it can be read without a host; null: it isn't a settings file. */
export function readTaskServers(text: string): SettingsContent | null {
  const read = parseSettings(text)
  return read.type === 'usable' ? read.content : null
}
