/**
 * Where an entry says what its program may use: under `sandbox`, or under `containment`, the older name of that key.
 */
export const sandboxKeys = ['sandbox', 'containment'] as const
export type SandboxKey = (typeof sandboxKeys)[number]

/** If both exist, `sandbox` counts. Null: the entry has neither. */
export function findSandboxKey(entry: object): SandboxKey | null {
  return sandboxKeys.find((key) => Object.hasOwn(entry, key)) ?? null
}

/** The entry's value of the key that counts; undefined: none, or "off". */
export function sandboxIn<T>(entry: { readonly [key in SandboxKey]?: T }): T | undefined {
  const key = findSandboxKey(entry)
  return key === null ? undefined : entry[key]
}
