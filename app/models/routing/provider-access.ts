/**
 * A provider's address and key: from the user's settings first, from the environment second. Functions expand variables
 * and read the vault.
 */
import { HostError } from '../../base/host-error'
import type { ProviderView } from '../../contract/settings'
import type { ProviderAccess, ProviderDescriptor } from '../provider-descriptor'
import { findProviderDescriptor, providerDescriptors } from './providers'
import { say } from '../../texts/render-localized'

/** A provider's entry in the settings, variables not expanded. */
export interface ProviderSettings {
  /** One of `providerDescriptors`. */
  readonly type: string
  readonly apiKey?: string | undefined
  readonly baseUrl?: string | undefined
  /** Which API is asked; absent: it is found out. */
  readonly api?: ProviderAccess['api']
}

type Environment = Readonly<Record<string, string | undefined>>

export interface AccessOptions {
  readonly environment: Environment
  /** Fills in `${env:…}` and `${secret:…}`. @throws HostError SETTINGS_UNKNOWN_VARIABLE */
  readonly expand: (text: string) => Promise<string>
}

export function resolveBaseUrl(settings: ProviderSettings, environment: Environment): string {
  return settings.baseUrl || (readEnvironmentAddress(settings.type, environment) ?? '')
}

/** What holds where the settings name none; null: they have to. */
export function readEnvironmentAddress(type: string, environment: Environment): string | null {
  const { address } = findProviderDescriptor(type)
  return getValue(address.variable, environment) || address.usual
}

/** The environment's key as the settings would name it, where there is one. */
export function readEnvironmentKey(type: string, environment: Environment): string | null {
  const { variable } = findProviderDescriptor(type).key
  return variable !== null && environment[variable] ? `\${env:${variable}}` : null
}

/** Where the key would come from; whether it is there is seen when it is read. */
export function findKeySource(
  settings: ProviderSettings,
  environment: Environment
): ProviderView['keySource'] {
  if (settings.apiKey?.includes('${secret:')) return 'vault'
  if (settings.apiKey?.includes('${env:')) return 'environment'
  if (settings.apiKey) return 'settings'
  return keyFromEnvironment(findProviderDescriptor(settings.type), environment) ? 'environment' : 'none'
}

/** Keys that count without being named in the settings. They are secrets from the start. */
export function listEnvironmentKeys(environment: Environment): readonly string[] {
  return providerDescriptors.flatMap((descriptor) => keyFromEnvironment(descriptor, environment) ?? [])
}

/** Null: none is set up, and this type of provider needs none. @throws HostError MODEL_NO_KEY */
export async function readKey(
  name: string,
  settings: ProviderSettings,
  options: AccessOptions
): Promise<string | null> {
  const key = settings.apiKey
    ? await expandKey(name, settings.apiKey, options)
    : keyFromEnvironment(findProviderDescriptor(settings.type), options.environment)
  if (key?.trim()) return key.trim()
  if (!settings.apiKey && !findProviderDescriptor(settings.type).key.isNeeded) return null
  throw new HostError('MODEL_NO_KEY', say('models.noKey', { provider: name }))
}

function keyFromEnvironment({ key }: ProviderDescriptor, environment: Environment): string | undefined {
  return getValue(key.variable, environment)
}

function getValue(variable: string | null, environment: Environment): string | undefined {
  return variable === null ? undefined : environment[variable]
}

async function expandKey(name: string, apiKey: string, options: AccessOptions): Promise<string> {
  try {
    return await options.expand(apiKey)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    if (apiKey.includes('${secret:'))
      throw new HostError('MODEL_NO_KEY', say('models.keyGone', { provider: name }), { cause: error })
    const text = say('models.keyMissing', { provider: name, reason: error.said })
    throw new HostError('MODEL_NO_KEY', text, { cause: error })
  }
}
