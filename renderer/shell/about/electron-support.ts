/** Which versions of Electron get security updates: the newest three, as they were on a day. Raise with each upgrade. */
export const electronSupport = { asOf: '2026-11-22', oldest: 43, newest: 45 } as const

/** False as well for one that says no version: nothing is known against it. A newer one than those counts as supported. */
export function isOutOfSupport(version: string): boolean {
  const major = Number(/^(\d+)\./.exec(version)?.[1] ?? Number.NaN)
  return major > 0 && major < electronSupport.oldest
}
