/** The Electron versions with security updates: the newest three as of a date. Update with each upgrade. */
export const electronSupport = { asOf: '2026-11-22', oldest: 43, newest: 45 } as const

/** Also false if the version is unknown. A newer version counts as supported. */
export function isOutOfSupport(version: string): boolean {
  const major = Number(/^(\d+)\./.exec(version)?.[1] ?? Number.NaN)
  return major > 0 && major < electronSupport.oldest
}
