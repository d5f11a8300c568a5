/**
 * Values that only two sides may know: keys, tokens, codes, names of sessions. A journey that needs one creates or
 * registers it here. `secret-search.ts` decides where none of them may ever be found.
 */
import { randomBytes } from 'node:crypto'

export interface Secret {
  readonly kind: string
  readonly value: string
  /** The variable of a server's environment that it is meant for. */
  readonly variable?: string
}

const known = new Map<string, Secret>()

/** A unique value, with characters that look different in an address. */
export function makeSecret(kind: string, variable?: string): string {
  const value = `${kind.replaceAll(' ', '-')}/${randomBytes(12).toString('hex')}+=`
  noteSecret({ kind, value, ...(variable === undefined ? {} : { variable }) })
  return value
}

export function noteSecret(secret: Secret): void {
  known.set(secret.value, secret)
}

/** All of this run so far. */
export function knownSecrets(): readonly Secret[] {
  return [...known.values()]
}

/** The key for the models of all journeys: settings name the variable, and only Parley gets it. */
export const modelKey = {
  variable: 'ANTHROPIC_API_KEY',
  reference: '${env:ANTHROPIC_API_KEY}',
  value: makeSecret('model key')
}
