/** Which secrets of the vault an entry of the settings speaks of. What they hold is filled in by `variables.ts`. */
import type { ServerDefinition } from './definition'

const named = /\$\{secret:([^${}]+)\}/g

/** In the order in which they appear. */
export function namedSecrets(definition: ServerDefinition): readonly string[] {
  const names = new Set<string>()
  JSON.stringify(definition, (_key, value: unknown) => {
    if (typeof value === 'string')
      for (const [, name] of value.matchAll(named)) if (name !== undefined) names.add(name)
    return value
  })
  return [...names]
}
