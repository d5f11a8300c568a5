/**
 * The temperature that models of Anthropic take. They refuse a request that names one since their generation after
 * 4.5, and no list of models tells; so the name has to. Pure.
 */

/** The family may stand before or behind the number: `claude-haiku-4-5`, `claude-3-5-haiku`. A date is no number. */
const versions = [/^claude-[a-z]+-(\d+)(?:-(\d{1,2}))?(?!\d)/, /^claude-(\d+)(?:-(\d{1,2}))?(?!\d)/]

/** `model`: the provider's own id. Null: it takes none. */
export function highestTemperature(model: string): number | null {
  return takesTemperature(model) ? 1 : null
}

function takesTemperature(model: string): boolean {
  if (!model.startsWith('claude-')) return true
  const found = versions.map((pattern) => pattern.exec(model)).find((match) => match !== null)
  if (found === undefined || found === null) return false
  const [, major, minor = '0'] = found
  return Number(major) < 4 || (Number(major) === 4 && Number(minor) <= 5)
}
