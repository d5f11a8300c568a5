/**
 * The temperature range of Anthropic's models. Models after generation 4.5 reject requests with a temperature, and no
 * model list reports this, so the name decides. Pure.
 */
import { parseModelVersion } from './model-version'

/** `model`: the provider's own id. Null: it accepts none. */
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
