/** The private folder of a sandboxed server: its home inside the sandbox, kept between starts. */
import { z } from 'zod'

export const privateFolder = z.strictObject({
  /** Size on disk; null: the folder doesn't exist yet. An unlimited number is given as the largest safe integer. */
  bytes: z.number().int().nonnegative().nullable(),
  /** Allowed size. */
  allowedMb: z.number().int().positive()
})
export type PrivateFolderInfo = z.infer<typeof privateFolder>
