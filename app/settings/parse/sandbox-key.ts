/** Where an entry says what its program may use: under `sandbox`, or under `containment`, the older name of that key. */
export const sandboxKeys = ['sandbox', 'containment'] as const
export type SandboxKey = (typeof sandboxKeys)[number]

/** Where both are there, `sandbox` counts. Null: the entry has neither. */
export function findSandboxKey(entry: object): SandboxKey | null {
  return sandboxKeys.find((key) => Object.hasOwn(entry, key)) ?? null
}

/** What the entry says under the key that counts; undefined: nothing, or "off". */
export function sandboxIn<T>(entry: { readonly [key in SandboxKey]?: T }): T | undefined {
  const key = findSandboxKey(entry)
  return key === null ? undefined : entry[key]
}
