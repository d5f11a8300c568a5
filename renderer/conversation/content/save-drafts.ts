/**
 * Drafts go to the host on every change, because a closing page gets no more time; the host batches its writes. They
 * are restored when the window opens.
 */
import type { ComposerDraft } from '../../../app/contract/conversation/drafts'
import { call } from '../../bridge/call'
import { notify, report } from '../../bridge/report'
import { attachResources, onAttachmentsChanged, readDraftAttachments } from './attachments-view-store'
import { isLeaving, onDraftChanged, readDraft, setDraft, writtenIds } from './drafts-view-store'
import { composer } from '../../../app/texts/compiled/window/composer'

/** Long texts aren't sent on every keystroke. */
const longText = 20_000
const longTextAfterMs = 400

/** Conversations whose draft differs from the host's; null: a new one. */
const changed = new Set<string | null>()
let timer: ReturnType<typeof setTimeout> | null = null

/** Call once when the host's drafts are known. Text that was typed before is appended below them. */
export function saveDrafts(drafts: readonly ComposerDraft[]): () => void {
  for (const draft of drafts) putBack(draft)
  const note = (conversationId: string | null) => {
    changed.add(conversationId)
    timer ??= setTimeout(keepNow, readDraft(conversationId).length > longText ? longTextAfterMs : 0)
  }
  const ends = [onDraftChanged(note), onAttachmentsChanged(note)]
  for (const conversationId of writtenIds()) note(conversationId)
  window.addEventListener('pagehide', keepNow)
  return () => {
    for (const end of ends) end()
    window.removeEventListener('pagehide', keepNow)
  }
}

function putBack(draft: ComposerDraft): void {
  const { conversationId, text, resources, files } = draft
  if (isLeaving(conversationId)) return putBackOnceLeft(draft)
  const typed = readDraft(conversationId)
  setDraft(conversationId, [text, typed].filter((part) => part !== '').join('\n\n'))
  if (resources.length > 0)
    attachResources(
      conversationId,
      resources.map((resource) => ({ ...resource, version: null }))
    )
  if (files.length > 0) notify('status', composer.filesNotKept({ names: files.join(', ') }))
}

/** A message that waits for the host is sent as written. */
function putBackOnceLeft(draft: ComposerDraft): void {
  const end = onDraftChanged((conversationId) => {
    if (conversationId !== draft.conversationId || readDraft(conversationId) !== '') return
    end()
    putBack(draft)
  })
}

function keepNow(): void {
  if (timer !== null) clearTimeout(timer)
  timer = null
  const all = [...changed]
  changed.clear()
  for (const conversationId of all) void call('draft.keep', draftOf(conversationId)).catch(report)
}

function draftOf(conversationId: string | null): ComposerDraft {
  const { resources, files } = readDraftAttachments(conversationId)
  return {
    conversationId,
    text: readDraft(conversationId),
    resources: resources.map(({ serverName, uri, name }) => ({
      serverName,
      uri,
      name: name.slice(0, 1_000)
    })),
    files: files.map(({ name }) => name.slice(0, 300))
  }
}
