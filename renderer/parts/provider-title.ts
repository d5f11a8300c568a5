/** How a provider is called on every screen. */
import type { ProviderView } from '../../app/contract/settings'

export function providerTitle({ name, type }: Pick<ProviderView, 'name' | 'type'>): string {
  return name === 'anthropic' && type === 'anthropic' ? 'Anthropic' : name
}
