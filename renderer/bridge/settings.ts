/** Settings with one value each, read from the projection and written through the host. */
import type { SimpleChanges, SimpleValues } from '../../app/contract/simple-settings'
import { useProjection } from '../state/projection'
import { call } from './call'

/** `useSetting('appearance.theme')` */
export function useSetting<Name extends keyof SimpleValues>(name: Name): SimpleValues[Name] {
  return useProjection((state) => state.settings.values[name])
}

/** Writes them into the settings file. */
export async function saveSettings(values: SimpleChanges): Promise<void> {
  await call('settings.set', { values })
}
