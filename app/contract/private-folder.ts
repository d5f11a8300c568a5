/** The private folder of a sandboxed server: its home inside the sandbox, kept between starts. */
import { z } from 'zod'
import { needs } from './approval/approval'
import { defineCall } from './approval/call-row'
import { clearingPlace } from './approval/own-places'
import { serverName } from './servers'

export const privateFolder = z.strictObject({
  /** Size on disk; null: the folder doesn't exist yet. An unlimited number is given as the largest safe integer. */
  bytes: z.number().int().nonnegative().nullable(),
  /** Allowed size. */
  allowedMb: z.number().int().positive()
})
export type PrivateFolderInfo = z.infer<typeof privateFolder>

export const privateFolderCalls = {
  /** The private folder. null: the server isn't sandboxed. @throws SERVER_UNKNOWN */
  'server.read-home': {
    approval: null,
    input: z.strictObject({ serverName }),
    output: privateFolder.nullable()
  },
  /** Empties the private folder. A running server is stopped and started again. @throws SERVER_UNKNOWN */
  'server.clear-home': defineCall({
    approval: ({ serverName }) => ({
      ...needs('destroys', 'seen'),
      place: clearingPlace(serverName)
    }),
    input: z.strictObject({ serverName }),
    output: z.null()
  })
} as const
