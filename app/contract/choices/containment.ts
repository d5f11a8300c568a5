/** What a contained server may do: what the person opened for it, as it stands in its entry. */
import { z } from 'zod'

const places = z.array(z.string().max(4_096)).max(100)

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
  masked: z.record(z.string().max(1_000), places).optional()
})
export type Containment = z.infer<typeof containment>
