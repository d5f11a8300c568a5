/** Generation of an Anthropic model, from its name: no model list reports what each accepts. Pure. */

/** The family may precede or follow the number: `claude-haiku-4-5`, `claude-3-5-haiku`. A date is not a version. */
const versions = [/^claude-[a-z]+-(\d+)(?:-(\d{1,2}))?(?!\d)/, /^claude-(\d+)(?:-(\d{1,2}))?(?!\d)/]

/** `model`: the provider's own id. Null: the name has no version. */
export function parseModelVersion(model: string): readonly [major: number, minor: number] | null {
  const found = versions.map((pattern) => pattern.exec(model)).find((match) => match !== null)
  if (found === undefined || found === null) return null
  const [, major, minor = '0'] = found
  return [Number(major), Number(minor)]
}
