/**
 * Imports conversations from files that the user chooses. They are read in a thread, one conversation after the other.
 */
import path from 'node:path'
import type { ImportedConversation } from '../../archives/read/imported-conversation'
import { idFrom } from '../../archives/read/imported-conversation'
import type { ArchiveItem } from '../../archives/read/read-archive'
import { readInThread } from '../../archives/thread/read-in-thread'
import type { Conversations } from '../../conversation/conversations'
import type { ImportEnd } from '../../conversation/list/conversation-imports'
import { HostError } from '../../base/host-error'
import type { ImportProblem, ImportReport } from '../../contract/conversation/imports'
import { say } from '../../texts/render-localized'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'

export interface ImportsControl {
  /**
   * Null: the user chose nothing. @throws HostError ARCHIVE_UNREADABLE, HISTORY_UNAVAILABLE, CONVERSATION_BUSY (an
   * import runs)
   */
  readonly run: () => Promise<ImportReport | null>
  readonly stop: () => void
  /** Stops the import and waits until it has ended. */
  readonly dispose: () => Promise<void>
}

/** Conversations that failed and are named in the report; more are only counted. */
const mostTold = 100
/** Conversations that are saved with one commit: each commit waits for the disk. */
const mostAtOnce = 50
/** A conversation with more messages is saved on its own, so that few large ones are in memory. */
const largeConversation = 200

interface Running {
  isStopped: boolean
  finished: Promise<unknown>
}

export function createImports(
  ports: Pick<HostPorts, 'chooseFile' | 'spawnArchivesWorker' | 'now' | 'log'>,
  events: Pick<HostEvents, 'emit'>,
  { imports }: Pick<Conversations, 'imports'>
): ImportsControl {
  let running: Running | null = null
  const read = async (file: string, run: Running): Promise<ImportReport> => {
    const worker = ports.spawnArchivesWorker({ job: 'read', path: file, now: ports.now() })
    const receiver = { imports, log: ports.log }
    let report = emptyReport
    let waiting: ArchiveItem[] = []
    const take = async (): Promise<void> => {
      report = await taken(waiting, report, receiver)
      const last = waiting.at(-1)
      waiting = []
      if (last === undefined) return
      const { bytes, totalBytes } = last
      events.emit('import.changed', { progress: { conversations: countOf(report), bytes, totalBytes } })
    }
    try {
      for await (const item of readInThread(worker, path.basename(file))) {
        if (run.isStopped) return { ...report, isStopped: true }
        waiting.push(item)
        if (waiting.length >= mostAtOnce || sizeOf(item) > largeConversation) await take()
      }
    } finally {
      // Conversations before the point where a file breaks off are kept.
      if (!run.isStopped) await take()
    }
    return report
  }
  return {
    run: async () => {
      if (running !== null) throw new HostError('CONVERSATION_BUSY', say('archives.busy'))
      const run: Running = { isStopped: false, finished: Promise.resolve() }
      running = run
      try {
        const file = await ports.chooseFile(['zip', 'json'])
        if (file === null || run.isStopped) return null
        const reading = read(file, run)
        run.finished = reading.catch(() => {}) // the caller gets the error
        return await reading
      } finally {
        running = null
        events.emit('import.changed', { progress: null })
      }
    },
    stop: () => {
      if (running !== null) running.isStopped = true
    },
    dispose: async () => {
      if (running === null) return
      running.isStopped = true
      await running.finished
    }
  }
}

const emptyReport: ImportReport = {
  added: 0,
  extended: 0,
  same: 0,
  failed: [],
  failedCount: 0,
  leftOutFiles: 0,
  isStopped: false
}

function countOf({ added, extended, same, failedCount }: ImportReport): number {
  return added + extended + same + failedCount
}

type Receiver = Pick<Conversations, 'imports'> & Pick<HostPorts, 'log'>

/**
 * The report with these conversations added. A conversation that can't be saved is reported, and the others are saved.
 */
async function taken(
  items: readonly ArchiveItem[],
  before: ImportReport,
  { imports, log }: Receiver
): Promise<ImportReport> {
  const found = items.flatMap((item) => (item.type === 'conversation' ? [item.conversation] : []))
  const ends = await imports.add(found.map(incoming)).catch((error: unknown) => {
    log.warn('imported conversations could not be saved', { error })
    return null
  })
  const endOf = new Map(found.map((conversation, index) => [conversation, ends?.[index]]))
  let report = before
  for (const item of items) {
    if (item.type === 'failed') report = withFailure(report, item)
    else report = withEnd(report, item.conversation, endOf.get(item.conversation))
  }
  return report
}

function withEnd(
  report: ImportReport,
  { leftOutFiles, summary: { title } }: ImportedConversation,
  end: ImportEnd | undefined
): ImportReport {
  if (end === undefined) return withFailure(report, { problem: 'not-kept', title })
  const leftOut = report.leftOutFiles + (end === 'added' ? leftOutFiles : 0)
  return { ...report, leftOutFiles: leftOut, [end]: report[end] + 1 }
}

function sizeOf(item: ArchiveItem): number {
  return item.type === 'conversation' ? item.conversation.messages.length : 0
}

function withFailure(
  report: ImportReport,
  { problem, title }: { readonly problem: ImportProblem; readonly title: string | null }
): ImportReport {
  const failedCount = report.failedCount + 1
  if (failedCount > mostTold) return { ...report, failedCount }
  return {
    ...report,
    failedCount,
    failed: [...report.failed, { number: countOf(report) + 1, title, problem }]
  }
}

function incoming({ source, originalId, summary, isArchived, messages, shownId }: ImportedConversation) {
  const { title, createdAt, updatedAt } = summary
  const stored = { title, createdAt, updatedAt, importedFrom: source }
  return {
    originalId,
    id: idFrom(source, originalId),
    messages,
    shownId,
    stored: isArchived ? { ...stored, shelf: 'archived' as const } : stored
  }
}
