/**
 * The temperature that models of Anthropic take. They refuse a request that names one since their generation after
 * 4.5, and no list of models tells; so the name has to. Pure.
 */
import { parseModelVersion } from './model-version'

/** `model`: the provider's own id. Null: it takes none. */
export function findAnthropicMaxTemperature(model: string): number | null {
  return takesTemperature(model) ? 1 : null
}

function takesTemperature(model: string): boolean {
  if (!model.startsWith('claude-')) return true
  const version = parseModelVersion(model)
  if (version === null) return false
  const [major, minor] = version
  return major < 4 || (major === 4 && minor <= 5)
}
