/** Which secrets there are for settings to name, and which entry of a server they belong to. */
import { canParseUrl } from '../../base/can-parse-url'
import { accountPrefix } from '../../auth/client/account-record'
import type { ConsentGateControl } from '../../consent/gate/gate'
import type { SecretOwner } from '../../contract/destination'
import { namedSecrets, type ServerDefinition, type SettingsContent } from '../../settings/definition'
import type { Settings } from '../../settings/store/store'
import { foreignSecretWarnings } from './destinations'
import type { Ports } from './ports'

/** What is kept of sign-ins is no secret that settings can name. */
export function namableSecrets({ secrets }: Pick<Ports, 'secrets'>): Ports['secrets'] {
  return {
    ...secrets,
    read: async (name) => (name.startsWith(accountPrefix) ? null : await secrets.read(name))
  }
}

/** Those that the entry of a server names, in their order. */
export function secretsOfEntry(definition: ServerDefinition): readonly string[] {
  return namedSecrets(definition).filter((name) => !name.startsWith(accountPrefix))
}

/** What a secret is typed for where it is typed for a server: its entry, and the host that it leads to. */
export function ownerOfSecrets(
  { servers }: Pick<SettingsContent, 'servers'>,
  serverName: string
): SecretOwner {
  const definition = servers.find(({ name }) => name === serverName)
  const url = definition === undefined || definition.transport === 'stdio' ? '' : definition.url
  return { kind: 'server', name: serverName, host: canParseUrl(url) ? new URL(url).host : null }
}

/**
 * The gate as servers see it: the question whether one is trusted also comes where it names a secret that belongs elsewhere: the yes to
 * a name that stood for nothing, or for another secret, is none to what was typed since then.
 */
export function withSecretOwners(
  consent: ConsentGateControl,
  settings: Pick<Settings, 'current'>
): ConsentGateControl {
  const { destinations } = consent
  const usedBy = (serverName: string) => {
    const definition = settings.current().servers.find(({ name }) => name === serverName)
    const names = definition === undefined ? [] : secretsOfEntry(definition)
    return { names, owner: ownerOfSecrets(settings.current(), serverName) }
  }
  return {
    ...consent,
    isTrusted: (serverName, candidate) => {
      const { names, owner } = usedBy(serverName)
      if (destinations.foreignTo(owner, names).length > 0) return false
      return consent.isTrusted(serverName, candidate)
    },
    decideServerTrust: async (request, signal) => {
      const { names, owner } = usedBy(request.serverName)
      const found = foreignSecretWarnings(destinations, owner, names)
      const asked = { ...request, warnings: [...found, ...request.warnings], isAskedAnyway: found.length > 0 }
      const decision = await consent.decideServerTrust(asked, signal)
      if (decision === 'trusted') await destinations.bind(names, owner)
      return decision
    }
  }
}
