/** How much of the computer a sandboxed server may use. Separate from the schemas, which the window doesn't need. */

/** Defaults for entries without limits. */
export const defaultSandboxLimits = { memoryMb: 2_048, processes: 256, homeMb: 4_096 } as const
export const limitRanges = {
  memoryMb: { min: 64, max: 1_048_576 },
  processes: { min: 1, max: 10_000 },
  cpuPercent: { min: 5, max: 10_000 },
  homeMb: { min: 16, max: 1_048_576 }
} as const
/** Ports that programs without special rights may use. */
export const listenRange = { min: 1_024, max: 65_535 } as const
export const mostListened = 10
export const limitKeys = ['memoryMb', 'processes', 'cpuPercent', 'homeMb'] as const
export type LimitKey = (typeof limitKeys)[number]
