/** A folder that servers may know of, as saved in settings and conversations. */
import { z } from 'zod'

const folderEntry = z.strictObject({
  /** Absolute. */
  path: z.string().max(4_096),
  /** Name that servers receive; absent: the last part of the path. */
  name: z.string().min(1).max(200).optional(),
  /** Names of the servers that may know of it; absent: every server. */
  servers: z.array(z.string().max(200)).max(1_000).optional()
})

/** Only a path, or a path with options. */
export const folderChoice = z.union([z.string().max(4_096), folderEntry])
/** Warnings about a chosen folder: it is missing now, or it is a link to another folder. */
export const folderChanges = z.strictObject({
  path: z.string(),
  isThere: z.boolean(),
  leadsTo: z.string().nullable()
})
export type FolderChanges = z.infer<typeof folderChanges>

export type FolderChoice = z.infer<typeof folderChoice>
export type FolderEntry = z.infer<typeof folderEntry>
