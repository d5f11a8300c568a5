/**
 * What the window shows at its start: what it was opened with, or the newest conversation. A new one if the user has
 * begun it, or if the last start never got the newest on screen.
 */
import type { ComposerDraft } from '../../app/contract/conversation/drafts'
import type { FirstView } from '../../app/contract/bridge/beginning'
import { call } from '../bridge/call'
import { notify, report } from '../bridge/report'
import { readDraft } from '../conversation/content/drafts-view-store'
import { useProjection } from '../state/projection'
import { navigate, useNavigation } from './navigation-view-store'
import { notShown } from '../../app/texts/compiled/window/notShown'

/** What the host waits for. */
let awaited: string | null = null

/** Call it once, when the host's state is known. */
export async function openFirstView(view: FirstView): Promise<void> {
  if (view.type === 'newest') return openNewest()
  // The first window does that.
  navigate.finishWelcome()
  if (view.type === 'server') return navigate.toServer(view.serverName, view.tab)
  if (view.type !== 'conversation' || hasBegun()) return
  const { conversations } = useProjection.getState()
  if (conversations.some(({ id }) => id === view.conversationId)) navigate.toBegun(view.conversationId)
}

/** Text of a new conversation stays with its window. */
export function draftsFor(view: FirstView, drafts: readonly ComposerDraft[]): readonly ComposerDraft[] {
  return view.type === 'newest' ? drafts : drafts.filter(({ conversationId }) => conversationId !== null)
}

/** A user who typed before continues there. */
export async function openNewest(): Promise<void> {
  if (hasBegun()) return
  const newest = await call('app.open-newest', {})
  if (newest === null) return
  awaited = newest.conversationId
  if (newest.isStuck) notify('status', stuckWords(newest.conversationId))
  else if (!hasBegun()) navigate.toBegun(newest.conversationId)
}

/** Call it when a conversation is on screen. */
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
