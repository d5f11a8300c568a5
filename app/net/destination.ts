/**
 * An address to which Parley sends user data, with everything that decides what is sent where. The user trusts its hash
 * before the first byte; `app/consent` decides.
 */
import { createHash } from 'node:crypto'
import { canParseUrl } from '../base/can-parse-url'
import type { DestinationAct, DestinationKey, SecretOwner, SentValue } from '../contract/destination'

export interface Destination {
  readonly act: DestinationAct
  /** Hash of everything that decides what is sent where: values as written, variables not filled in. */
  readonly fingerprint: string
  /**
   * Set if nothing in the settings file affects the destination, so that no approval is needed: the reason, in English,
   * for the activity log.
   */
  readonly ownReason: string | null
}

export interface DestinationParts extends DestinationKey {
  readonly type: string
  readonly address: string
  /** Header and text, variables not filled in; a null header: the key of a provider. */
  readonly values: readonly (readonly [header: string | null, text: string])[]
  readonly ownReason: string | null
}

export function describeDestination(parts: DestinationParts): Destination {
  const { kind, name, type, address, ownReason } = parts
  const values = [...parts.values].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1))
  const act = { kind, name, type, address, values: values.map(([header, text]) => describe(header, text)) }
  return { act, ownReason, fingerprint: hash(JSON.stringify([kind, name, type, address, values])) }
}

/** In normalized form with its port, or the text if it isn't an address. */
export function readDestinationHost({ address }: Pick<DestinationAct, 'address'>): string {
  return canParseUrl(address) ? new URL(address).host : address
}

/** Names of the secrets in the vault that are sent there. */
export function listDestinationSecrets({ values }: Pick<DestinationAct, 'values'>): readonly string[] {
  return [...new Set(values.flatMap(({ secrets }) => secrets))]
}

export function resolveSecretOwner(act: DestinationAct): SecretOwner {
  return { kind: act.kind, name: act.name, host: readDestinationHost(act) }
}

/** A server as the owner of secrets: its entry and host. */
export function toServerOwner(name: string, url: string | null): SecretOwner {
  return { kind: 'server', name, host: url !== null && canParseUrl(url) ? new URL(url).host : null }
}

const variable = /\$\{(env|secret):([^${}]*)\}/g
/** The scheme before a secret isn't secret. */
const scheme = /^(?:\s*|(?:bearer|basic|token)\s+)$/i

function describe(header: string | null, text: string): SentValue {
  const found = [...text.matchAll(variable)]
  const named = (type: string) => found.flatMap(([, kind, name = '']) => (kind === type ? [name] : []))
  const isPlain = scheme.test(text.replace(variable, ''))
  return {
    header,
    form: isPlain ? text : hideLiterals(text),
    variables: named('env'),
    secrets: named('secret'),
    literal: isPlain ? null : hash(text).slice(0, 12)
  }
}

function hideLiterals(text: string): string {
  const names = [...text.matchAll(variable)].map(([whole]) => whole)
  return text
    .split(variable)
    .filter((_piece, index) => index % 3 === 0)
    .flatMap((literal, index) => [literal.trim() === '' ? '' : '…', names[index] ?? ''])
    .join('')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
