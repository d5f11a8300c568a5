/** Exports conversations of the history to files. */
import type { ArchivedConversation } from '../../archives/archived-conversation'
import { createMarkdownRenderer } from '../../archives/write/markdown-renderer'
import { toMarkdown } from '../../archives/write/markdown'
import { extensions, writeArchive } from '../../archives/write/write'
import { toFileName } from '../../base/file-name'
import { HostError } from '../../base/host-error'
import type { CallInput } from '../../contract/bridge/calls'
import type { ConversationSummary } from '../../contract/conversations'
import { say, toText } from '../../texts/render-localized'
import { recordingExtension } from '../../workbench/recordings/recording'
import { recordStoredConversation } from '../workbench/record-stored-conversation'
import type { Areas } from './areas'
import type { HostPorts } from './host-ports'

export interface Export {
  /**
   * @returns the path of the file; null: the user cancelled. @throws HostError CONVERSATION_UNKNOWN, FILE_WRITE_FAILED
   */
  readonly write: (wanted: CallInput<'archive.export'>) => Promise<string | null>
  /** One conversation as Markdown. @throws HostError CONVERSATION_UNKNOWN, HISTORY_UNAVAILABLE */
  readonly toText: (conversationId: string) => Promise<string>
}

export function createExport(ports: HostPorts, areas: Pick<Areas, 'conversations' | 'servers'>): Export {
  const { conversations } = areas
  const { history, now, saveFile, spawnArchivesWorker } = ports
  const summariesOf = (ids: readonly string[]): readonly ConversationSummary[] => {
    const byId = new Map(conversations.list().map((summary) => [summary.id, summary]))
    return ids.map((id) => {
      const summary = byId.get(id)
      if (summary === undefined) throw new HostError('CONVERSATION_UNKNOWN', say('conversation.unknown'))
      return summary
    })
  }
  const read = async (summary: ConversationSummary): Promise<ArchivedConversation> => ({
    summary,
    ...(await history.readTree(summary.id))
  })
  return {
    write: async ({ conversationIds, format }) => {
      const summaries = summariesOf(conversationIds)
      if (format === 'recording') {
        const lines = await recordStoredConversation(conversationIds[0] ?? '', ports, areas)
        return await saveFile(`${nameOf(summaries, now())}.${recordingExtension}`, toPieces(lines))
      }
      const { layOut, close } = createMarkdownRenderer(() => spawnArchivesWorker({ job: 'lay-out' }))
      const readAll = async function* () {
        for (const summary of summaries) yield await read(summary)
      }
      const exportedAt = now()
      const pieces = writeArchive({ format, conversations: readAll(), exportedAt, layOut })
      try {
        return await saveFile(`${nameOf(summaries, exportedAt)}.${extensions[format]}`, pieces)
      } finally {
        await close()
      }
    },
    toText: async (conversationId) => {
      const [summary] = summariesOf([conversationId])
      return summary === undefined ? '' : toMarkdown(await read(summary))
    }
  }
}

async function* toPieces(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

function nameOf(summaries: readonly ConversationSummary[], at: number): string {
  const [first, second] = summaries
  if (first !== undefined && second === undefined) return toFileName(first.title).slice(0, 80)
  return toText(say('archives.fileName', { day: new Date(at).toISOString().slice(0, 10) }))
}
