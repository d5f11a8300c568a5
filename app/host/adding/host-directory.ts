/**
 * Directories of servers: the list that ships with Parley, the registry of the settings, and the servers that are
 * installed from them.
 */
import { HostError } from '../../base/host-error'
import type { CallInput } from '../../contract/bridge/calls'
import type { DirectorySource, InstalledPackage } from '../../contract/servers/directory'
import type { JsonValue } from '../../contract/json'
import { describeDestination } from '../../net/destination'
import type { Destination } from '../../net/destination'
import { findPackage, installedIn, withVersion } from '../../servers/directory/installed'
import { runners } from '../../servers/directory/runners'
import { createRegistrySource } from '../../servers/directory/registry-source'
import type { ServerSource } from '../../servers/directory/server-source'
import { createShippedSource } from '../../servers/directory/shipped-source'
import { parseSettings } from '../../settings/parse/parse-settings'
import { setValue } from '../../settings/document/text-edits'
import type { Settings } from '../../settings/store/settings-store'
import { say } from '../../texts/render-localized'

export interface HostDirectory {
  /** @throws HostError DIRECTORY_FAILED: the settings name no registry */
  sourceOf(source: DirectorySource): ServerSource
  installed(): InstalledPackage[]
  /** @throws HostError SERVER_UNKNOWN, DIRECTORY_FAILED */
  update(wanted: CallInput<'directory.update'>): Promise<void>
}

export interface DirectoryOptions {
  /** The list that ships with Parley. */
  readonly serverListFile: string
  readonly settings: Settings
  readonly destinations: {
    admit(
      destination: Destination,
      admission: { readonly mayAsk: boolean; readonly signal: AbortSignal }
    ): Promise<unknown>
  }
  readonly records: {
    noteDirectory(destination: Destination, request: { readonly url: string; readonly search: string }): void
  }
}

export function createDirectory(options: DirectoryOptions): HostDirectory {
  const { settings } = options
  const shipped = createShippedSource(options.serverListFile)
  return {
    sourceOf: (source) => (source === 'shipped' ? shipped : registryOf(options)),
    installed: () => installedIn(settings.current().servers),
    update: async ({ serverName, type, identifier, from, to }) => {
      const json = await settings.readServerEntry(serverName)
      const read = parseSettings(`{"mcpServers":{"entry":${json}}}`)
      const server = read.type === 'usable' ? read.content.servers[0] : undefined
      const found = server?.transport === 'stdio' ? findPackage(server.command, server.args) : null
      const isSame = found?.type === type && found.identifier === identifier && found.version === from
      const isGood = runners.get(type)?.isGood(identifier, to) === true
      if (server?.transport !== 'stdio' || found === null || !isSame || !isGood)
        throw new HostError('DIRECTORY_FAILED', say('directory.changedMeanwhile', { server: serverName }))
      const args: JsonValue = server.args.map((arg, index) =>
        index === found.index ? withVersion(arg, found, to) : arg
      )
      await settings.saveServerEntry(serverName, serverName, setValue(json, ['args'], args))
    }
  }
}

/** Created for each request with the current address. */
function registryOf({ settings, destinations, records }: DirectoryOptions): ServerSource {
  const address = settings.current().values['directory.registry']
  if (address === null) throw new HostError('DIRECTORY_FAILED', say('directory.noRegistry'))
  const destination = toRegistryDestination(address)
  return createRegistrySource({
    address,
    admit: async (request) => {
      // Only the user ends the question: its answer also serves the next request.
      await destinations.admit(destination, { mayAsk: true, signal: new AbortController().signal })
      records.noteDirectory(destination, request)
    }
  })
}

export function toRegistryDestination(address: string): Destination {
  const values = [] as const
  return describeDestination({
    kind: 'directory',
    name: 'registry',
    type: 'mcp-registry',
    address,
    values,
    ownReason: null
  })
}
