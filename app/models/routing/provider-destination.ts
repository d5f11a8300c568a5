/** A provider of models as the destination of conversations: its address, and the key that goes along. */
import { canParseUrl } from '../../base/can-parse-url'
import { describeDestination } from '../../net/destination'
import type { Destination } from '../../net/destination'
import { resolveBaseUrl, readEnvironmentAddress, readEnvironmentKey } from './provider-access'
import type { AccessOptions, ProviderSettings } from './provider-access'
import { readyMadeServices } from './providers'

export function toProviderDestination(
  name: string,
  settings: ProviderSettings,
  { environment }: Pick<AccessOptions, 'environment'>
): Destination {
  const { type } = settings
  const address = resolveBaseUrl(settings, environment)
  const ownKey = readEnvironmentKey(type, environment)
  const key = settings.apiKey || ownKey
  const isOwn =
    key !== null && key === ownKey && isSameAddress(address, readEnvironmentAddress(type, environment))
  return describeDestination({
    kind: 'model',
    name,
    type,
    address,
    values: key === null ? [] : [[null, key]],
    // prose-ok: the activity log stores it, and the window translates it
    ownReason: isOwn ? 'key and address are those of the environment that Parley was started in' : null
  })
}

/**
 * Whether only the user, through the environment, or Parley itself decides about the address. Of the services with
 * known addresses only the one with this name counts. Local ones never count: they take no key, and any program on this
 * computer could listen on their ports.
 */
export function hasOwnAddress(
  name: string,
  settings: ProviderSettings,
  { environment }: Pick<AccessOptions, 'environment'>
): boolean {
  const address = resolveBaseUrl(settings, environment)
  const services = readyMadeServices(environment).filter(
    (known) => known.type === settings.type && known.name === name && known.keyExample !== null
  )
  const own = [readEnvironmentAddress(settings.type, environment), ...services.map(({ baseUrl }) => baseUrl)]
  return own.some((known) => isSameAddress(address, known))
}

export function isSameAddress(one: string, other: string | null): boolean {
  if (other === null || !canParseUrl(one) || !canParseUrl(other)) return false
  return new URL(one).href === new URL(other).href
}
