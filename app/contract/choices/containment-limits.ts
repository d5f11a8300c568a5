/** What a contained server may take of the computer. Apart from the schemas, which the window has no use for. */

/** What holds where an entry says nothing. */
export const usualLimits = { memoryMb: 2_048, processes: 256 } as const
export const limitRanges = {
  memoryMb: { min: 64, max: 1_048_576 },
  processes: { min: 1, max: 10_000 },
  cpuPercent: { min: 5, max: 10_000 }
} as const
export const limitKeys = ['memoryMb', 'processes', 'cpuPercent'] as const
export type LimitKey = (typeof limitKeys)[number]
