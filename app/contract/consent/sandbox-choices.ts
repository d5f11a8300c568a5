/** What a sandboxed server may do: what the user allowed in its entry. */
import { z } from 'zod'
import { limitKeys, limitRanges, listenRange, mostListened } from './sandbox-limits'
import type { LimitKey } from './sandbox-limits'

const places = z.array(z.string().max(4_096)).max(100)

export const sandboxChoices = z.strictObject({
  /** Absolute paths of folders and files that it may read, in addition to its own program and the system folders. */
  read: places,
  /** Paths that it may write and read. */
  write: places,
  /** `host` or `host:port`; all others are blocked. */
  hosts: places,
  /**
   * By variable name: the hosts at which the value is used. The server gets a placeholder, which Parley replaces in
   * requests to exactly these hosts.
   */
  masked: z.record(z.string().max(1_000), places).optional(),
  /** Of all its processes together; absent: the default. */
  memoryMb: z.number().int().min(limitRanges.memoryMb.min).max(limitRanges.memoryMb.max).optional(),
  processes: z.number().int().min(limitRanges.processes.min).max(limitRanges.processes.max).optional(),
  /** Of one processor; absent: no limit. */
  cpuPercent: z.number().int().min(limitRanges.cpuPercent.min).max(limitRanges.cpuPercent.max).optional(),
  /** Of its private folder; absent: the default. */
  homeMb: z.number().int().min(limitRanges.homeMb.min).max(limitRanges.homeMb.max).optional(),
  /** Local ports on which it accepts connections while it runs: for the browser's redirect after a sign-in. */
  listens: z.array(z.number().int().min(listenRange.min).max(listenRange.max)).max(mostListened).optional(),
  /** Its packages may run their install scripts during the download, in the sandbox of the download. */
  installScripts: z.boolean().optional()
})
export type SandboxChoices = z.infer<typeof sandboxChoices>

/** The limits that are set. */
export function setLimits(
  of: Partial<Record<LimitKey, number | undefined>>
): Partial<Record<LimitKey, number>> {
  return Object.fromEntries(limitKeys.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]])))
}
