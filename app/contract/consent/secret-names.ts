/** Names of the secrets in an entry. Free of zod, for the page. */
const namedSecret = /\$\{secret:([^${}]+)\}/g

/** Names of the vault secrets that an entry, or a view of it, refers to, in order of appearance. */
export function secretsNamedIn(spoken: object): readonly string[] {
  const names = new Set<string>()
  JSON.stringify(spoken, (_key, value: unknown) => {
    if (typeof value === 'string')
      for (const [, name] of value.matchAll(namedSecret)) if (name !== undefined) names.add(name)
    return value
  })
  return [...names]
}
