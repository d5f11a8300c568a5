/** Of a host that runs for one task and ends: which server it is about. No other one is started, and no model is asked. */
import type { JsonObject } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import type { SettingsContent } from '../../settings/definition'
import { parseSettings } from '../../settings/parse/parse-settings'
import { freeName, nameEntry } from '../../settings/paste/entry-name'

export type OneTask =
  | { readonly type: 'no-server' }
  | { readonly type: 'configured'; readonly serverName: string }
  /** One that stands in no settings, as it would stand there. */
  | { readonly type: 'entry'; readonly serverName: string; readonly entry: JsonObject }

type Entries = Pick<SettingsContent, 'servers' | 'brokenServers' | 'serverOrder'>

/** What the servers of the settings are for the task; without one, all of them. */
export function serversFor(task: OneTask | undefined, content: SettingsContent): Entries {
  if (task === undefined) return content
  if (task.type === 'no-server') return { servers: [], brokenServers: [], serverOrder: [] }
  const { serverName } = task
  const from = task.type === 'entry' ? readEntry(serverName, task.entry) : content
  return {
    // It is asked for now, whatever it does when the window opens.
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

/** Why it could not stand in the settings; null: it could. */
export function problemOfEntry(serverName: string, entry: JsonObject): LocalizedText | null {
  const problems = readEntry(serverName, entry).brokenServers.flatMap((broken) => broken.problems)
  return problems.find(({ severity }) => severity === 'error')?.message ?? null
}

/** For an entry that came without a name: one that no other one has. */
export function nameForEntry(entry: JsonObject, taken: ReadonlySet<string>): string {
  return freeName(`${nameEntry(entry)} (command line)`, taken)
}

/** The servers of a settings file as far as it can be read without a host; null: it is no settings file. */
export function readTaskServers(text: string): SettingsContent | null {
  const read = parseSettings(text)
  return read.type === 'usable' ? read.content : null
}
