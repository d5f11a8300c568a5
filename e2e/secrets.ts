/**
 * Values that nobody but two sides may know: keys, tokens, codes, names of sessions. A journey that needs one has it
 * made or noted here; where none of them may ever be found is the business of `secret-search.ts`.
 */
import { randomBytes } from 'node:crypto'

export interface Secret {
  readonly kind: string
  readonly value: string
  /** The variable of a server's environment that it is meant for. */
  readonly variable?: string
}

const known = new Map<string, Secret>()

/** A value that stands for nothing else, with signs in it that look different in an address. */
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

/** The key for the models of all journeys: settings name the variable, Parley alone is started with it. */
export const modelKey = {
  variable: 'ANTHROPIC_API_KEY',
  reference: '${env:ANTHROPIC_API_KEY}',
  value: makeSecret('model key')
}
