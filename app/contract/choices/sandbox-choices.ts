/** What a contained server may do: what the person opened for it, as it stands in its entry. */
import { z } from 'zod'
import { limitKeys, limitRanges, listenRange, mostListened } from './sandbox-limits'
import type { LimitKey } from './sandbox-limits'

const places = z.array(z.string().max(4_096)).max(100)

export const sandboxChoices = z.strictObject({
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
  cpuPercent: z.number().int().min(limitRanges.cpuPercent.min).max(limitRanges.cpuPercent.max).optional(),
  /** Of its private folder; absent: what is usual. */
  homeMb: z.number().int().min(limitRanges.homeMb.min).max(limitRanges.homeMb.max).optional(),
  /** Ports of this computer at which it can be called while it runs: by the browser, after a sign-in that it began. */
  listens: z.array(z.number().int().min(listenRange.min).max(listenRange.max)).max(mostListened).optional(),
  /** Its packages may run their install scripts while they are fetched: behind the walls of the fetch. */
  installScripts: z.boolean().optional()
})
export type SandboxChoices = z.infer<typeof sandboxChoices>

/** Those that are set. */
export function setLimits(
  of: Partial<Record<LimitKey, number | undefined>>
): Partial<Record<LimitKey, number>> {
  return Object.fromEntries(limitKeys.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]])))
}
