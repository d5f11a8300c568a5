/** Secrets of a command: from its environment, and from the vault if Parley's own program runs the command. */
import type { SecretStore } from '../../../app/host/areas/host-ports'
import { say } from '../../../app/texts/render-localized'

/** `PARLEY_SECRET_NOTES_TOKEN` for `${secret:notes-token}`. */
export function secretVariable(name: string): string {
  return `PARLEY_SECRET_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`
}

export function environmentSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  keepSecret: (value: string) => void
): SecretStore {
  const written = new Map<string, string>()
  return {
    isPersistent: false,
    reason: say('cli.secretsOfEnvironment'),
    read: async (name) => {
      const value = written.get(name) ?? environment[secretVariable(name)] ?? null
      if (value !== null) keepSecret(value)
      return value
    },
    write: async (name, value) => {
      keepSecret(value)
      written.set(name, value)
    },
    remove: async (name) => void written.delete(name)
  }
}

type Environment = Readonly<Record<string, string | undefined>>

export function isInEnvironment(name: string, environment: Environment): boolean {
  return (environment[secretVariable(name)] ?? null) !== null
}

/** The vault. What the user set for this command takes precedence. */
export function withEnvironment(
  vault: SecretStore,
  environment: Environment,
  keepSecret: (value: string) => void
): SecretStore {
  return {
    ...vault,
    read: async (name) => {
      const value = environment[secretVariable(name)]
      if (value === undefined) return await vault.read(name)
      keepSecret(value)
      return value
    }
  }
}
