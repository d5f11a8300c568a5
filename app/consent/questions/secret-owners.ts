/** Warns in a question when another server or destination owns the vault secrets that are used. */
import type { SecretOwner } from '../../contract/destination'
import type { LocalizedText, Warning } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { DestinationStore } from '../store/destination-store'
import { warn } from '../../texts/warn'

/** Empty: none of them belongs to another owner. */
export function foreignSecretWarnings(
  store: Pick<DestinationStore, 'foreignTo' | 'ownersOf'>,
  user: SecretOwner,
  secretNames: readonly string[]
): readonly Warning[] {
  return store.foreignTo(user, secretNames).map((secret) => {
    const owners = store.ownersOf(secret).map(describeOwner)
    if (user.kind === 'server') return warn('destinations.foreignSecretServer', { secret, owners })
    return warn('destinations.foreignSecret', { secret, owners, host: user.host ?? '' })
  })
}

function describeOwner({ kind, name, host }: SecretOwner): LocalizedText {
  if (kind === 'model') return say('destinations.ownerModel', { name, host: host ?? '' })
  if (kind === 'collector') return say('destinations.ownerCollector', { host: host ?? '' })
  if (kind === 'directory') return say('destinations.ownerDirectory', { host: host ?? '' })
  return host === null
    ? say('destinations.ownerServer', { name })
    : say('destinations.ownerServerAt', { name, host })
}
