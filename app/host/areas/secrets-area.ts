/** Which secrets settings can name, and for which owner they are typed. */
import { HostError } from '../../base/host-error'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { SecretOwner } from '../../contract/destination'
import { toServerOwner } from '../../net/destination'
import type { ServersControl } from '../../servers/registry/server-registry'
import { accountPrefix, type SettingsContent } from '../../settings/definition'
import type { Settings } from '../../settings/store/settings-store'
import { say } from '../../texts/render-localized'
import { restartUnlessStopped } from './background-work'
import type { HostPorts } from './host-ports'

/** Settings can't name the stored data of a sign-in. */
export function namableSecrets({ secrets }: Pick<HostPorts, 'secrets'>): HostPorts['secrets'] {
  return {
    ...secrets,
    read: async (name) => (name.startsWith(accountPrefix) ? null : await secrets.read(name))
  }
}

/** The owner of a secret that is typed for a server. */
export function findSecretsOwner(
  { servers }: Pick<SettingsContent, 'servers'>,
  serverName: string
): SecretOwner {
  const definition = servers.find(({ name }) => name === serverName)
  return toServerOwner(
    serverName,
    definition === undefined || definition.transport === 'stdio' ? null : definition.url
  )
}

export interface SecretAreas {
  readonly settings: Pick<Settings, 'current'>
  readonly consent: Pick<ApprovalsControl, 'destinations'>
  readonly servers: Pick<ServersControl, 'list' | 'restart'>
}

/** Secrets that the user typed for a server: stored in the vault, and recorded as the server's. */
export interface EnteredSecrets {
  /**
   * Any file can name a server so that its secret would be another server's tokens. @throws HostError
   * SETTINGS_NAME_TAKEN
   */
  refuseOwn(secretName: string): void
  /** Stores them, and restarts the server with them. @throws HostError SETTINGS_NAME_TAKEN, VAULT_WRITE_FAILED */
  keep(
    serverName: string,
    typed: readonly { readonly name: string; readonly value: string }[],
    restart?: 'restart' | 'leave'
  ): Promise<void>
}

export function createTypedSecrets(
  ports: HostPorts,
  { settings, consent, servers }: SecretAreas
): EnteredSecrets {
  const refuseOwn = (secretName: string): void => {
    if (secretName.startsWith(accountPrefix))
      throw new HostError('SETTINGS_NAME_TAKEN', say('settings.secretTaken', { name: secretName }))
  }
  return {
    refuseOwn,
    keep: async (serverName, typed, restart = 'restart') => {
      for (const { name, value } of typed) {
        refuseOwn(name)
        ports.secretRegistry.add(value)
        // First, so that no other entry that names it gets the new value.
        await consent.destinations.typed(name, findSecretsOwner(settings.current(), serverName))
        await ports.secrets.write(name, value)
      }
      if (typed.length > 0 && restart === 'restart') restartUnlessStopped(ports, servers, serverName)
    }
  }
}
