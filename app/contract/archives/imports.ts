/** Result of importing a conversations file. */
import { z } from 'zod'

/** Why one conversation of a file did not come in. */
export const importProblems = ['broken', 'unknown-form', 'too-large', 'empty', 'newer', 'not-kept'] as const
export type ImportProblem = (typeof importProblems)[number]

export const importReport = z.strictObject({
  /** Conversations that were not here before. */
  added: z.number().int(),
  /** That an earlier import had brought, and that have got messages since. */
  extended: z.number().int(),
  /** Conversations that are identical to existing ones. */
  same: z.number().int(),
  /** That could not come in, the first hundred of them. */
  failed: z.array(
    z.strictObject({
      /** In the file, from 1. */
      number: z.number().int(),
      /** Null: it could not be read. */
      title: z.string().nullable(),
      problem: z.enum(importProblems)
    })
  ),
  failedCount: z.number().int(),
  /** Pictures and files that the export names and doesn't hold. */
  leftOutFiles: z.number().int(),
  /** The user stopped the import; conversations imported before that are kept. */
  isStopped: z.boolean()
})
export type ImportReport = z.infer<typeof importReport>

export const importProgress = z.strictObject({
  conversations: z.number().int(),
  /** Of the file, read so far and in all. */
  bytes: z.number().int(),
  totalBytes: z.number().int()
})
export type ImportProgress = z.infer<typeof importProgress>
