/** Lists and limits of health that the window needs at run time. Free of zod. */

export const healthRanges = ['hour', 'day', 'week', 'quarter'] as const
export type HealthRange = (typeof healthRanges)[number]

export const healthExports = ['csv', 'json'] as const
export type HealthExport = (typeof healthExports)[number]

/** Keys of `healthLimits` in the entry of a server. */
export const healthLimitNames = ['errorPercent', 'p95Ms', 'memoryMb', 'restarts'] as const
export type HealthLimitName = (typeof healthLimitNames)[number]

/** The highest value of each limit. The lowest is 1. */
export const highestHealthLimits: Readonly<Record<HealthLimitName, number>> = {
  errorPercent: 100,
  p95Ms: 86_400_000,
  memoryMb: 1_000_000,
  restarts: 1_000
}
