/** Changes of the providers of models in the settings file, each as a function from text to text. */
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

/** What the file's own rules say of the new entry. */
function refuseWrong(text: string, place: string): void {
  const reading = parseSettings(text)
  const problems = reading.type === 'usable' ? reading.problems : [reading.problem]
  const own = problems.find(({ path, severity }) => severity === 'error' && path.startsWith(place))
  if (own !== undefined) throw refuse(own.message)
}

/** @throws HostError SETTINGS_INVALID: it is not configured */
export function removeProvider(name: string): TextChange {
  const path = [...section, name]
  return (text) => {
    if (readSettingsText(text, path) === null)
      throw refuse(say('settings.providerUnknown', { provider: name }))
    return removeIfEmpty(removeValue(text, path), section)
  }
}

/** @throws HostError SETTINGS_INVALID: the provider is not configured and its type can not be told */
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

/** It is sent to without a key from now on. */
export function removeProviderKey(providerName: string): TextChange {
  return changeValue([...section, providerName, 'apiKey'], undefined)
}
