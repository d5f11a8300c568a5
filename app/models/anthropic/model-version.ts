/** What the name of one of Anthropic's models says of its generation: no list of models tells what each takes. Pure. */

/** The family may stand before or behind the number: `claude-haiku-4-5`, `claude-3-5-haiku`. A date is no number. */
const versions = [/^claude-[a-z]+-(\d+)(?:-(\d{1,2}))?(?!\d)/, /^claude-(\d+)(?:-(\d{1,2}))?(?!\d)/]

/** `model`: the provider's own id. Null: the name says nothing of it. */
export function parseModelVersion(model: string): readonly [major: number, minor: number] | null {
  const found = versions.map((pattern) => pattern.exec(model)).find((match) => match !== null)
  if (found === undefined || found === null) return null
  const [, major, minor = '0'] = found
  return [Number(major), Number(minor)]
}
