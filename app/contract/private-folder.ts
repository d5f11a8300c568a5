/** The private folder of a sandboxed server: its home inside the sandbox, kept between starts. */
import { z } from 'zod'
import { serverName } from './servers'

export const privateFolder = z.strictObject({
  /** What it takes up on the disk; null: nothing is kept yet. A number without end comes as the largest whole one. */
  bytes: z.number().int().nonnegative().nullable(),
  /** What it may take up. */
  allowedMb: z.number().int().positive()
})
export type PrivateFolderInfo = z.infer<typeof privateFolder>

export const privateFolderCalls = {
  /** The private folder. null: the server isn't sandboxed. @throws SERVER_UNKNOWN */
  'server.read-home': { input: z.strictObject({ serverName }), output: privateFolder.nullable() },
  /** Empties the private folder. A running server is stopped and started again. @throws SERVER_UNKNOWN */
  'server.clear-home': { input: z.strictObject({ serverName }), output: z.null() }
} as const
