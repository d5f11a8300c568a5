/** Every type of provider that the settings may name. Pure data: a vendor's library is loaded with the first request. */
import { anthropic } from '../anthropic/descriptor'
import { openAiCompatible } from '../openai/descriptor'
import type { BuiltInProvider, ProviderDescriptor, ReadyMadeProvider } from '../provider-descriptor'

export const providerDescriptors: readonly ProviderDescriptor[] = [anthropic, openAiCompatible]

/** @throws Error for a type that the settings would have refused */
export function descriptorOf(type: string): ProviderDescriptor {
  const found = providerDescriptors.find((descriptor) => descriptor.type === type)
  if (found === undefined) throw new Error(`No provider is of the type ${type}`)
  return found
}

/** All services that can be set up with a press, with the type of each. */
export const readyMadeProviders: readonly (ReadyMadeProvider & { readonly type: string })[] =
  providerDescriptors.flatMap(({ type, readyMade }) => readyMade.map((service) => ({ ...service, type })))

export type BuiltInDescriptor = ProviderDescriptor & { readonly builtIn: BuiltInProvider }

/** Those that are there without being named, in the order in which they are offered. */
export const builtInProviders: readonly BuiltInDescriptor[] = providerDescriptors.filter(
  (descriptor): descriptor is BuiltInDescriptor => descriptor.builtIn !== null
)
