/** Conversations as files: exported for the user, imported from other programs. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { importReport } from './imports'

/** Export formats of conversations. Only `json` can be imported. */
export const exportFormats = ['markdown', 'html', 'json', 'recording'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Of a conversation or a message. */
const id = z.string().min(1).max(64)

/** Maximum number of conversations in one file. */
export const mostExported = 10_000

export const archiveCalls = {
  /**
   * Asks where to save, and writes the conversations in this order. null if the user cancelled. @throws
   * FILE_WRITE_FAILED
   */
  'archive.export': {
    // The user chooses where in a system dialog.
    approval: needs('sends', 'press'),
    input: z.strictObject({
      conversationIds: z.array(id).min(1).max(mostExported),
      format: z.enum(exportFormats)
    }),
    output: z.strictObject({ path: z.string().nullable() })
  },
  /**
   * Asks for a file of conversations of Parley, Claude or ChatGPT and imports it. Returns at the end, and
   * `import.changed` reports the progress. null if the user cancelled. @throws ARCHIVE_UNREADABLE:
   * conversations before the error are kept
   */
  'archive.import': {
    // Imported text counts as text of the file: it permits nothing.
    approval: needs('reveals', 'press'),
    input: z.strictObject({}),
    output: importReport.nullable()
  },
  /** Ends the running import. Imported conversations stay. */
  'archive.stop-import': { approval: null, input: z.strictObject({}), output: z.null() },
  /** The visible branch of a conversation, as Markdown. */
  'archive.to-markdown': {
    approval: null,
    input: z.strictObject({ conversationId: id }),
    output: z.strictObject({ text: z.string() })
  }
} as const
