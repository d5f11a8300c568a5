/**
 * Loads the messages of a conversation into the projection page by page, newest page first. Events that arrive while
 * a page loads are kept and applied after it.
 */
import { pageFailed, pageRead, pageRequested, threadOpened } from '../state/messages-slice'
import { useProjection } from '../state/projection'
import { call, failureMessage } from './call'

const pageSize = 60

/** Makes sure that the newest messages are loaded. */
export async function openConversation(conversationId: string): Promise<void> {
  const known = useProjection.getState().threads[conversationId]
  if (known !== undefined && known.status !== 'failed')
    return useProjection.setState((state) => threadOpened(state, conversationId))
  await readPage(conversationId, null)
}

/** Reads the page before the oldest loaded message. */
export async function readEarlier(conversationId: string): Promise<void> {
  const thread = useProjection.getState().threads[conversationId]
  const oldest = thread?.messages[0]
  if (thread?.status !== 'ready' || !thread.hasEarlier || oldest === undefined) return
  await readPage(conversationId, oldest.parentId)
}

async function readPage(conversationId: string, lastId: string | null): Promise<void> {
  useProjection.setState((state) => pageRequested(state, conversationId))
  try {
    const page = await call('conversation.read', { conversationId, lastId, limit: pageSize })
    useProjection.setState((state) => pageRead(state, page))
  } catch (error) {
    useProjection.setState((state) => pageFailed(state, conversationId, failureMessage(error)))
  }
}
