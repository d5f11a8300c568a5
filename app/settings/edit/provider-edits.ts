/** Changes of model providers in the settings file, each as a function from text to text. */
import { HostError } from '../../base/host-error'
import { builtInProviders } from '../../models/routing/providers'
import { findAddressProblem } from '../../net/collector-address'
import { say } from '../../texts/render-localized'
import { formatPath } from '../document/json-document'
import { readSettingsText, removeIfEmpty, removeValue, setValue } from '../document/text-edits'
import { parseSettings } from '../parse/parse-settings'
import { changeValue, refuse, type TextChange } from './settings-edits'

const section = ['models', 'providers']

/** @throws HostError SETTINGS_NAME_TAKEN, SETTINGS_INVALID: its name or address can't be used */
export function addProvider(
  name: string,
  entry: { readonly type: string; readonly baseUrl: string }
): TextChange {
  const path = [...section, name]
  return (text) => {
    if (readSettingsText(text, path) !== null)
      throw new HostError('SETTINGS_NAME_TAKEN', say('settings.providerTaken', { name }))
    const problem = findAddressProblem(entry.baseUrl)
    if (problem !== null) throw refuse(say('settings.providerAddress', { problem }))
    const changed = setValue(text, path, { ...entry })
    refuseWrong(changed, formatPath(path))
    return changed
  }
}

/** Validates the new entry by the rules of the file. */
function refuseWrong(text: string, place: string): void {
  const reading = parseSettings(text)
  const problems = reading.type === 'usable' ? reading.problems : [reading.problem]
  const own = problems.find(({ path, severity }) => severity === 'error' && path.startsWith(place))
  if (own !== undefined) throw refuse(own.message)
}

/** @throws HostError SETTINGS_INVALID: it isn't configured */
export function removeProvider(name: string): TextChange {
  const path = [...section, name]
  return (text) => {
    if (readSettingsText(text, path) === null)
      throw refuse(say('settings.providerUnknown', { provider: name }))
    return removeIfEmpty(removeValue(text, path), section)
  }
}

/** @throws HostError SETTINGS_INVALID: the provider isn't configured and its type is unknown */
export function setProviderKey(providerName: string, secretName: string): TextChange {
  return (text) => {
    const path = [...section, providerName]
    const reference = `\${secret:${secretName}}`
    if (readSettingsText(text, path) !== null) return setValue(text, [...path, 'apiKey'], reference)
    const known = builtInProviders.find(({ builtIn }) => builtIn.name === providerName)
    if (known === undefined) throw refuse(say('settings.providerUnknown', { provider: providerName }))
    return setValue(text, path, { type: known.type, apiKey: reference })
  }
}

/** From now on, requests are sent without a key. */
export function removeProviderKey(providerName: string): TextChange {
  return changeValue([...section, providerName, 'apiKey'], undefined)
}
