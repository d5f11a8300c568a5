/**
 * What the window shows at its start: what it was opened on, or the newest conversation, unless the person has begun another one, or the last start
 * never got it on the screen.
 */
import type { StoredDraft } from '../../app/contract/list/drafts'
import type { FirstView } from '../../app/contract/app/beginning'
import { call } from '../bridge/call'
import { notify, report } from '../bridge/report'
import { readDraft } from '../conversation/content/drafts-view-store'
import { useProjection } from '../state/projection'
import { navigate, useNavigation } from './navigation-view-store'
import { notShown } from '../../app/texts/compiled/window/notShown'

/** What the host waits to hear of. */
let awaited: string | null = null

/** Call it once, when the host's state is known. */
export async function showFirst(view: FirstView): Promise<void> {
  if (view.type === 'newest') return openNewest()
  // The first window is there for that.
  navigate.finishWelcome()
  if (view.type !== 'conversation' || hasBegun()) return
  const { conversations } = useProjection.getState()
  if (conversations.some(({ id }) => id === view.conversationId)) navigate.toBegun(view.conversationId)
}

/** What was typed for a new conversation stays with the window in which it was. */
export function draftsFor(view: FirstView, drafts: readonly StoredDraft[]): readonly StoredDraft[] {
  return view.type === 'newest' ? drafts : drafts.filter(({ conversationId }) => conversationId !== null)
}

/** Who typed before that goes on where they typed. */
export async function openNewest(): Promise<void> {
  if (hasBegun()) return
  const newest = await call('app.open-newest', {})
  if (newest === null) return
  awaited = newest.conversationId
  if (newest.isStuck) notify('status', stuckWords(newest.conversationId))
  else if (!hasBegun()) navigate.toBegun(newest.conversationId)
}

/** Call it when a conversation is on the screen. */
export function conversationShown(conversationId: string): void {
  if (conversationId !== awaited) return
  awaited = null
  void call('app.conversation-shown', { conversationId }).catch(report)
}

function hasBegun(): boolean {
  return readDraft(null) !== '' || useNavigation.getState().conversationId !== null
}

function stuckWords(conversationId: string): string {
  const { conversations } = useProjection.getState()
  const title = conversations.find(({ id }) => id === conversationId)?.title ?? ''
  return notShown.lastStart({ title })
}
