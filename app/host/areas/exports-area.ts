/** Exports conversations of the history to files. */
import { selectShownBranch, type ArchivedConversation } from '../../archives/archived-conversation'
import { createMarkdownRenderer } from '../../archives/write/markdown-renderer'
import { toMarkdown } from '../../archives/write/markdown'
import { extensions, writeArchive } from '../../archives/write/write'
import { toFileName } from '../../base/file-name'
import { HostError } from '../../base/host-error'
import type { CallInput } from '../../contract/bridge/calls'
import type { ConversationSummary } from '../../contract/conversations'
import { say, toText } from '../../texts/render-localized'
import { recordConversation } from '../../workbench/recordings/record-conversation'
import {
  recordingExtension,
  recordingVersion,
  type RecordingEntry,
  type RecordingHeader
} from '../../workbench/recordings/recording'
import { redactMessage } from '../../workbench/messages/redact-message'
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

export function createExport(ports: HostPorts, conversations: Pick<Areas['conversations'], 'list'>): Export {
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
      if (format === 'recording') return await writeRecording(ports, summaries, read)
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

/** One conversation: the branch that is shown, without secrets. */
async function writeRecording(
  { app, now, saveFile, secretRegistry }: HostPorts,
  summaries: readonly ConversationSummary[],
  read: (summary: ConversationSummary) => Promise<ArchivedConversation>
): Promise<string | null> {
  const [summary] = summaries
  if (summary === undefined) return null
  const { servers, entries } = recordConversation(selectShownBranch(await read(summary)))
  const recordedAt = new Date(now()).toISOString()
  const head = {
    parleyRecording: recordingVersion,
    of: 'conversation',
    parley: app.version,
    recordedAt
  } as const
  const header = { ...head, title: summary.title, servers }
  const redact = (part: RecordingHeader | RecordingEntry) =>
    redactMessage(JSON.stringify(part), secretRegistry)
  // A line from which secrets can't be removed is left out.
  const lines = [header, ...entries].flatMap((part) => {
    const line = redact(part)
    return line === null ? [] : [`${line}\n`]
  })
  return await saveFile(`${nameOf(summaries, now())}.${recordingExtension}`, toPieces(lines))
}

async function* toPieces(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

function nameOf(summaries: readonly ConversationSummary[], at: number): string {
  const [first, second] = summaries
  if (first !== undefined && second === undefined) return toFileName(first.title).slice(0, 80)
  return toText(say('archives.fileName', { day: new Date(at).toISOString().slice(0, 10) }))
}
