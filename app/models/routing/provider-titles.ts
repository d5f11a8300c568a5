/** The provider name that users know: the proper name of a service, or its name in the settings. */
import { canParseUrl } from '../../base/can-parse-url'
import type { ProviderView } from '../../contract/settings'
import { resolveBaseUrl } from './provider-access'
import type { AccessOptions, ProviderSettings } from './provider-access'
import { isSameAddress } from './provider-destination'
import { builtInProviders, findProviderDescriptor, readyMadeServices } from './providers'

type Environment = AccessOptions['environment']

export function titleProviders(
  name: string,
  { type, baseUrl }: ProviderSettings,
  environment: Environment
): Pick<ProviderView, 'title' | 'offer'> {
  const builtIn = builtInProviders.find(
    (known) => known.type === type && known.builtIn.name === name
  )?.builtIn
  if (builtIn === undefined) {
    const readyMade = readyMadeServices(environment).find(
      (known) => known.type === type && known.name === name
    )
    const isIt = readyMade !== undefined && isSameAddress(readyMade.baseUrl, baseUrl ?? '')
    return { title: isIt ? readyMade.title : name, offer: null }
  }
  const { title, modelFamily, keyExample } = builtIn
  return { title, offer: { modelFamily, keyExample } }
}

/** With its hostname unless it is the well-known one: two entries may have the same title. */
export function shownAs(
  name: string,
  settings: ProviderSettings,
  environment: Environment
): { readonly shownAs?: string } {
  const baseUrl = resolveBaseUrl(settings, environment)
  if (!canParseUrl(baseUrl)) return {}
  const { title } = titleProviders(name, settings, environment)
  const known = [
    findProviderDescriptor(settings.type).address.usual,
    ...readyMadeServices(environment).map((each) => each.baseUrl)
  ]
  const isKnown = known.some((address) => isSameAddress(baseUrl, address))
  return { shownAs: isKnown ? title : `${title} (${new URL(baseUrl).host})` }
}
