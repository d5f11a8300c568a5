/** Every type of provider that the settings may name. Pure data: a vendor's library is loaded with the first request. */
import { canParseUrl } from '../../base/can-parse-url'
import { isLoopbackHost } from '../../net/address-location'
import { anthropic } from '../anthropic/descriptor'
import { openAiCompatible } from '../openai/descriptor'
import type { BuiltInProvider, ProviderDescriptor, ReadyMadeProviderDescriptor } from '../provider-descriptor'

export const providerDescriptors: readonly ProviderDescriptor[] = [anthropic, openAiCompatible]

/** @throws Error for a type that the settings would have refused */
export function findProviderDescriptor(type: string): ProviderDescriptor {
  const found = providerDescriptors.find((descriptor) => descriptor.type === type)
  if (found === undefined) throw new Error(`No provider is of the type ${type}`)
  return found
}

export type ReadyMadeService = Omit<ReadyMadeProviderDescriptor, 'variable'> & { readonly type: string }

/** All services that can be set up with a press, where they are in this environment. */
export function readyMadeServices(
  environment: Readonly<Record<string, string | undefined>>
): readonly ReadyMadeService[] {
  return providerDescriptors.flatMap(({ type, readyMade }) =>
    readyMade.map(({ variable, baseUrl, ...service }) => {
      const told = variable === undefined ? undefined : environment[variable]
      return { ...service, type, baseUrl: (told && localAddress(told, baseUrl)) || baseUrl }
    })
  )
}

/**
 * Address from a program's listen setting (`:8000`, `0.0.0.0`, `http://localhost:8000`); null when it is not on this
 * computer.
 */
function localAddress(text: string, usual: string): string | null {
  const { port, pathname } = new URL(usual)
  const full = /^https?:\/\//.test(text) ? text : `http://${text.startsWith(':') ? `127.0.0.1${text}` : text}`
  if (!canParseUrl(full)) return null
  const address = new URL(full)
  if (address.hostname === '0.0.0.0') address.hostname = '127.0.0.1'
  if (address.port === '') address.port = port
  return isLoopbackHost(address.hostname) ? `${address.origin}${pathname}` : null
}

export type BuiltInDescriptor = ProviderDescriptor & { readonly builtIn: BuiltInProvider }

/** Those that are there without being named, in the order in which they are offered. */
export const builtInProviders: readonly BuiltInDescriptor[] = providerDescriptors.filter(
  (descriptor): descriptor is BuiltInDescriptor => descriptor.builtIn !== null
)
