/** Conversations as files: written for the person, read from other programs. */
import { z } from 'zod'
import { importReport } from './imports'

/** What conversations can be written as. Only `json` can be read again. */
export const exportFormats = ['markdown', 'html', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Of a conversation or a message. */
const id = z.string().min(1).max(64)

/** Conversations that are written into one file. */
export const mostExported = 10_000

export const archiveCalls = {
  /** Asks for a place and writes the conversations there, in this order; null when the person cancelled. @throws FILE_WRITE_FAILED */
  'archive.export': {
    input: z.strictObject({
      conversationIds: z.array(id).min(1).max(mostExported),
      format: z.enum(exportFormats)
    }),
    output: z.strictObject({ path: z.string().nullable() })
  },
  /**
   * Asks for a file of conversations and takes over what is in it: of Parley, Claude or ChatGPT. Answers at the end;
   * `import.changed` tells how far it is. Null: the person cancelled. @throws ARCHIVE_UNREADABLE: what came before is kept
   */
  'archive.import': { input: z.strictObject({}), output: importReport.nullable() },
  /** Ends the import that runs; what has come in stays. */
  'archive.stop-import': { input: z.strictObject({}), output: z.null() },
  /** The branch of a conversation that is shown, as Markdown. */
  'archive.to-markdown': {
    input: z.strictObject({ conversationId: id }),
    output: z.strictObject({ text: z.string() })
  }
} as const
