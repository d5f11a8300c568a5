/** Which secrets an entry speaks of. Free of zod, for the page. */
const namedSecret = /\$\{secret:([^${}]+)\}/g

/** Of an entry, or of what is shown of it: each secret of the vault that it speaks of, in the order in which they appear. */
export function secretsNamedIn(spoken: object): readonly string[] {
  const names = new Set<string>()
  JSON.stringify(spoken, (_key, value: unknown) => {
    if (typeof value === 'string')
      for (const [, name] of value.matchAll(namedSecret)) if (name !== undefined) names.add(name)
    return value
  })
  return [...names]
}
