/**
 * Where a provider is reached and with which key: the person's settings first, the environment second.
 * Expansion of variables and the vault come in as a function.
 */
import { HostError } from '../base/host-error'
import type { ProviderView } from '../contract/settings'

/** A provider's entry in the settings, variables not expanded. */
export interface ProviderSettings {
  readonly type: 'anthropic' | 'openai-compatible'
  readonly apiKey?: string | undefined
  readonly baseUrl?: string | undefined
}

export interface AccessOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Fills in `${env:…}` and `${secret:…}`. @throws HostError SETTINGS_UNKNOWN_VARIABLE */
  readonly expand: (text: string) => Promise<string>
}

const defaultBaseUrl = 'https://api.anthropic.com'

export function baseUrlOf(settings: ProviderSettings, environment: AccessOptions['environment']): string {
  if (settings.type === 'openai-compatible') return settings.baseUrl ?? ''
  return settings.baseUrl || environment['ANTHROPIC_BASE_URL'] || defaultBaseUrl
}

/** Where the key would come from; whether it is there is seen when it is read. */
export function keySourceOf(
  settings: ProviderSettings,
  environment: AccessOptions['environment']
): ProviderView['keySource'] {
  if (settings.apiKey?.includes('${secret:')) return 'vault'
  if (settings.apiKey?.includes('${env:')) return 'environment'
  if (settings.apiKey) return 'settings'
  return settings.type === 'anthropic' && environment['ANTHROPIC_API_KEY'] ? 'environment' : 'none'
}

/** @throws HostError MODEL_NO_KEY */
export async function readKey(
  name: string,
  settings: ProviderSettings,
  options: AccessOptions
): Promise<string> {
  const key = settings.apiKey
    ? await expandKey(name, settings.apiKey, options)
    : options.environment['ANTHROPIC_API_KEY']
  if (key?.trim()) return key.trim()
  throw new HostError(
    'MODEL_NO_KEY',
    `No API key for ${name} is set. Enter one in Settings, or choose Direct to go on without a model.`
  )
}

async function expandKey(name: string, apiKey: string, options: AccessOptions): Promise<string> {
  try {
    return await options.expand(apiKey)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    throw new HostError(
      'MODEL_NO_KEY',
      `The API key for ${name} is not there: ${error.message} Enter the key again in Settings.`,
      { cause: error }
    )
  }
}
