/** Update of a sandboxed server's package. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { serverName } from '../servers'

export const packageUpdate = z.strictObject({
  packages: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      /** The version that ran so far; null: unknown. */
      before: z.string().nullable()
    })
  ),
  /** The version or the content has changed: Parley asks before it runs. */
  isOther: z.boolean()
})
export type PackageUpdate = z.infer<typeof packageUpdate>

export const packageCalls = {
  /**
   * Downloads the package and restarts the server. @throws SERVER_UNKNOWN, SERVER_NOT_TRUSTED,
   * SERVER_NOT_CONTAINED, SERVER_PACKAGE_NOT_FETCHED
   */
  'server.update-package': {
    // Sends a request to the registry. The downloaded package asks for trust separately.
    approval: needs('sends', 'press'),
    input: z.strictObject({ serverName }),
    output: packageUpdate
  }
} as const
