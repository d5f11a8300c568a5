/** Queued messages in memory, in storage, and as shown in the window. */
import { z } from 'zod'
import { cutText } from '../../base/cut-text'
import { calls } from '../../contract/bridge/calls'
import { fileId, filePart, resourcePart } from '../../contract/conversations'
import type { QueuedMessage, ResourcePart } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'

const queued = z.object({
  id: z.string(),
  /** As it was sent. Files are stored separately. */
  wanted: calls['conversation.send'].input
    .omit({
      conversationId: true,
      files: true,
      folders: true,
      choices: true,
      ifBusy: true,
      viewContexts: true
    })
    .extend({ viewParts: z.array(resourcePart).readonly().optional() }),
  files: z.array(z.object({ fileId, part: filePart })),
  isHeld: z.boolean(),
  isNext: z.boolean()
})
export type Queued = Readonly<z.infer<typeof queued>>

/** By conversation id. */
const queues = z.record(z.string(), z.array(queued))

const fact = 'message-queues'
/** Characters of text that the window shows. */
const shownLimit = 500

/** Skips data that can't be read. @throws HostError HISTORY_UNAVAILABLE */
export async function readQueues(
  history: Pick<HistoryStore, 'readFact'>
): Promise<readonly (readonly [conversationId: string, queue: readonly Queued[]])[]> {
  const json = await history.readFact(fact)
  if (json === null) return []
  const read = queues.safeParse(JSON.parse(json))
  return read.success ? Object.entries(read.data) : []
}

/** @throws HostError HISTORY_UNAVAILABLE */
export async function writeQueues(
  history: Pick<HistoryStore, 'writeFact'>,
  all: ReadonlyMap<string, readonly Queued[]>
): Promise<void> {
  await history.writeFact(fact, JSON.stringify(Object.fromEntries(all)))
}

export function toQueuedMessage({ id, wanted, files, isHeld, isNext }: Queued): QueuedMessage {
  const { text, toolRequest, resources, prompt, viewParts = [] } = wanted
  const own = findViewMessage(wanted)
  const attached = [
    ...(toolRequest === null ? [] : [toolRequest.toolName]),
    ...(prompt === null ? [] : [`/${prompt.name}`]),
    ...resources.map(({ name }) => name),
    ...files.map(({ part }) => part.name),
    ...viewParts.filter((part) => part !== own).map(({ name }) => name)
  ]
  const shown = own?.contents[0]?.text ?? text
  return {
    id,
    text: cutText(shown, shownLimit),
    attached,
    ...(own !== undefined && { fromViewOf: own.serverName }),
    isHeld,
    isNext
  }
}

/** The message that a view wrote. */
export function findViewMessage({ viewParts = [] }: Queued['wanted']): ResourcePart | undefined {
  return viewParts.find(({ fromView }) => fromView === 'message')
}
