/** Which secrets there are for settings to name, and as whose they are typed. */
import type { SecretOwner } from '../../contract/destination'
import { ownerOfServer } from '../../net/destination'
import { accountPrefix, type SettingsContent } from '../../settings/definition'
import type { Ports } from './ports'

/** What is kept of sign-ins is no secret that settings can name. */
export function namableSecrets({ secrets }: Pick<Ports, 'secrets'>): Ports['secrets'] {
  return {
    ...secrets,
    read: async (name) => (name.startsWith(accountPrefix) ? null : await secrets.read(name))
  }
}

/** What a secret is typed for where it is typed for a server. */
export function ownerOfSecrets(
  { servers }: Pick<SettingsContent, 'servers'>,
  serverName: string
): SecretOwner {
  const definition = servers.find(({ name }) => name === serverName)
  return ownerOfServer(
    serverName,
    definition === undefined || definition.transport === 'stdio' ? null : definition.url
  )
}
