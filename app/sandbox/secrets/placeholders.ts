/**
 * Stand-ins that a server gets instead of secrets: as long as the secret, with its prefix where programs check it, and
 * new with every start. The entry says where they are replaced; only that host gets the secret.
 */
import { randomInt } from 'node:crypto'
import { HostError } from '../../base/host-error'
import { readHostRule, type HostRule, type HostTarget } from '../../net/hostname-rules'
import { say } from '../../texts/render-localized'

export interface Placeholder {
  /** Of the variable. */
  readonly name: string
  readonly text: string
  readonly secret: string
}

export interface Placeholders {
  /** The same text without the secrets. */
  readonly mask: (text: string) => string
  /** What is replaced on the way to `target`; empty: nothing. */
  readonly at: (target: HostTarget) => readonly Placeholder[]
}

/** Characters. A program with a stand-in can test what is replaced, so a shorter one could be guessed. */
const shortest = 16
const usualPort = 443
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Null: there is nothing to mask. @throws HostError SERVER_NOT_CONTAINED: a value that can't be masked */
export function createPlaceholders(
  masked: Readonly<Record<string, readonly string[]>>,
  environment: Readonly<Record<string, string>>
): Placeholders | null {
  const held = Object.entries(masked).flatMap(([name, hosts]) => {
    const secret = environment[name] ?? ''
    if (secret === '') return []
    if (secret.length < shortest || !/^[\x20-\x7e]+$/.test(secret))
      throw new HostError('SERVER_NOT_CONTAINED', say('containment.notMaskable', { name, count: shortest }))
    return [
      { name, secret, text: standInFor(secret), rules: hosts.flatMap((line) => readHostRule(line) ?? []) }
    ]
  })
  if (held.length === 0) return null
  // A secret that contains another one comes first.
  const ordered = held.toSorted((one, other) => other.secret.length - one.secret.length)
  return {
    mask: (text) =>
      ordered.reduce((masks, { secret, text: other }) => masks.replaceAll(secret, () => other), text),
    at: (target) => ordered.filter(({ rules }) => rules.some((rule) => isExactly(rule, target)))
  }
}

/** Only the host itself, and without a port only if it is encrypted. */
function isExactly({ host, port, isBelow }: HostRule, target: HostTarget): boolean {
  return !isBelow && host === target.host && (port ?? usualPort) === target.port
}

function standInFor(secret: string): string {
  // Clients check the prefix of a key: `sk-…`, `ghp_…`, `Bearer …`.
  const [kept = ''] = /^[A-Za-z]{1,8}[-_ ]/.exec(secret) ?? []
  const begin = secret.length - kept.length < shortest ? '' : kept
  const rest = Array.from({ length: secret.length - begin.length }, () => letters[randomInt(letters.length)])
  return begin + rest.join('')
}
