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
    ownReason: isOwn ? 'key and address are those of the environment that Parley was started in' : null
  })
}

/**
 * Whether nobody but the person, by the environment, or this program itself decides about the address. Of the services
 * whose addresses are known only the one of this name counts, and none on this computer: those take no key, and who else
 * runs programs here could stand at their ports.
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
