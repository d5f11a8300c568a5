/** Which secrets there are for settings to name. */
import { accountPrefix } from '../../auth/client/account-record'
import { namedSecrets, type ServerDefinition } from '../../settings/definition'
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
