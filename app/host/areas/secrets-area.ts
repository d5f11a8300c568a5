/** Which secrets there are for settings to name, and as whose they are typed. */
import { HostError } from '../../base/host-error'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { SecretOwner } from '../../contract/destination'
import { ownerOfServer } from '../../net/destination'
import type { ServersControl } from '../../servers/registry/server-registry'
import { accountPrefix, type SettingsContent } from '../../settings/definition'
import type { Settings } from '../../settings/store/settings-store'
import { say } from '../../texts/render-localized'
import { restartUnlessStopped } from './background-work'
import type { HostPorts } from './host-ports'

/** What is kept of sign-ins is no secret that settings can name. */
export function namableSecrets({ secrets }: Pick<HostPorts, 'secrets'>): HostPorts['secrets'] {
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

export interface SecretAreas {
  readonly settings: Pick<Settings, 'current'>
  readonly consent: Pick<ApprovalsControl, 'destinations'>
  readonly servers: Pick<ServersControl, 'list' | 'restart'>
}

/** What the person typed for a server: into the vault, and known from then on as theirs. */
export interface EnteredSecrets {
  /** Anybody can name a server so that its secret would be the tokens of another one. @throws HostError SETTINGS_NAME_TAKEN */
  refuseOwn(secretName: string): void
  /** Stores them, and starts the server anew with them. @throws HostError SETTINGS_NAME_TAKEN, VAULT_WRITE_FAILED */
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
        // First: nobody else who names it may find the new value.
        await consent.destinations.typed(name, ownerOfSecrets(settings.current(), serverName))
        await ports.secrets.write(name, value)
      }
      if (typed.length > 0 && restart === 'restart') restartUnlessStopped(ports, servers, serverName)
    }
  }
}
