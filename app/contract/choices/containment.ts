/** What a contained server may do: what the person opened for it, as it stands in its entry. */
import { z } from 'zod'

const places = z.array(z.string().max(4_096)).max(100)

/** What holds where an entry says nothing. */
export const usualLimits = { memoryMb: 2_048, processes: 256 } as const
export const limitRanges = {
  memoryMb: { min: 64, max: 1_048_576 },
  processes: { min: 1, max: 10_000 },
  cpuPercent: { min: 5, max: 10_000 }
} as const
export const limitKeys = ['memoryMb', 'processes', 'cpuPercent'] as const
export type LimitKey = (typeof limitKeys)[number]

export const containment = z.strictObject({
  /** Absolute paths of folders and files that it may read, beside its own program and the folders of the system. */
  read: places,
  /** The same that it may write, and read as well. */
  write: places,
  /** `host` or `host:port`; it reaches no other. */
  hosts: places,
  /**
   * By the names of variables: the hosts at which their value is used. The server holds a stand-in, which Parley exchanges on
   * the way to exactly these.
   */
  masked: z.record(z.string().max(1_000), places).optional(),
  /** Of all its processes together; absent: what is usual. */
  memoryMb: z.number().int().min(limitRanges.memoryMb.min).max(limitRanges.memoryMb.max).optional(),
  processes: z.number().int().min(limitRanges.processes.min).max(limitRanges.processes.max).optional(),
  /** Of one processor; absent: all that there is. */
  cpuPercent: z.number().int().min(limitRanges.cpuPercent.min).max(limitRanges.cpuPercent.max).optional()
})
export type Containment = z.infer<typeof containment>

/** Those that are set. */
export function setLimits(
  of: Partial<Record<LimitKey, number | undefined>>
): Partial<Record<LimitKey, number>> {
  return Object.fromEntries(limitKeys.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]])))
}
