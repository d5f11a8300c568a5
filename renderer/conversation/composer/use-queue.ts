/** A conversation's waiting messages and their actions. */
import { useMemo } from 'react'
import type { QueuedMessage, TakenMessage } from '../../../app/contract/conversations'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useProjection } from '../../state/projection'
import { readDraftAttachments, setAttachments } from '../content/attachments-view-store'
import type { DraftAttachments } from '../content/attachments-view-store'
import { proposeDraft, readDraft } from '../content/drafts-view-store'

export interface Queue {
  readonly messages: readonly QueuedMessage[]
  readonly send: (queuedId: string) => void
  /** Back into the composer, before its current text. */
  readonly edit: (queuedId: string) => void
  readonly remove: (queuedId: string) => void
  /** Edits the last one; absent: none waits. */
  readonly takeBack: (() => void) | undefined
}

const none: readonly QueuedMessage[] = []

export function useQueue(conversationId: string | null): Queue {
  const messages = useProjection(({ queues }) =>
    conversationId === null ? none : (queues[conversationId] ?? none)
  )
  return useMemo(() => {
    const at = (queuedId: string) => ({ conversationId: conversationId ?? '', queuedId })
    const edit = (queuedId: string) =>
      void call('queue.take', at(queuedId)).then((taken) => {
        if (taken !== null) putIntoComposer(conversationId, taken)
      }, report)
    const last = messages.findLast(({ fromViewOf }) => fromViewOf === undefined)
    return {
      messages,
      send: (queuedId) => void call('queue.send', at(queuedId)).catch(report),
      edit,
      remove: (queuedId) => void call('queue.remove', at(queuedId)).catch(report),
      takeBack: last === undefined ? undefined : () => edit(last.id)
    }
  }, [conversationId, messages])
}

function putIntoComposer(conversationId: string | null, taken: TakenMessage): void {
  const before = readDraftAttachments(conversationId)
  setAttachments(conversationId, {
    resources: [...taken.resources.map((resource) => ({ ...resource, version: null })), ...before.resources],
    prompt: before.prompt ?? insertedPrompt(taken),
    files: [...taken.files.map((file) => ({ ...file, isArriving: false, pasted: null })), ...before.files]
  })
  proposeDraft(
    conversationId,
    [taken.text, readDraft(conversationId)].filter((text) => text !== '').join('\n\n')
  )
}

/** Its list was read when it was inserted; only its name and arguments are known now. */
function insertedPrompt({ prompt }: TakenMessage): DraftAttachments['prompt'] {
  if (prompt === null) return null
  const { serverName, name } = prompt
  return {
    prompt: { serverName, name, title: null, description: '', arguments: [], icons: [] },
    arguments: prompt.arguments
  }
}
