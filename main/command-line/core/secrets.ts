/**
 * Secrets of a command: those of its environment. The vault is encrypted by the system for the app, and only a window
 * opens it.
 */
import type { SecretStore } from '../../../app/host/areas/ports'
import { say } from '../../../app/texts/said'

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
