/** Result of importing a conversations file. */
import { z } from 'zod'

/** Why a conversation of a file was not imported. */
export const importProblems = ['broken', 'unknown-form', 'too-large', 'empty', 'newer', 'not-kept'] as const
export type ImportProblem = (typeof importProblems)[number]

export const importReport = z.strictObject({
  /** New conversations. */
  added: z.number().int(),
  /** Conversations from an earlier import that got new messages. */
  extended: z.number().int(),
  /** Conversations that are identical to existing ones. */
  same: z.number().int(),
  /** Conversations that couldn't be imported, the first hundred. */
  failed: z.array(
    z.strictObject({
      /** Position in the file, from 1. */
      number: z.number().int(),
      /** Null: it could not be read. */
      title: z.string().nullable(),
      problem: z.enum(importProblems)
    })
  ),
  failedCount: z.number().int(),
  /** Pictures and files that the export names but doesn't contain. */
  leftOutFiles: z.number().int(),
  /** The user stopped the import; conversations imported before that are kept. */
  isStopped: z.boolean()
})
export type ImportReport = z.infer<typeof importReport>

export const importProgress = z.strictObject({
  conversations: z.number().int(),
  /** Of the file, read so far and in total. */
  bytes: z.number().int(),
  totalBytes: z.number().int()
})
export type ImportProgress = z.infer<typeof importProgress>
