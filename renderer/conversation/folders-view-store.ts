/**
 * The folders of a conversation for the screens: those that the host keeps, or, for the conversation that has not
 * begun, those that wait here until its first message.
 */
import { create } from 'zustand'
import { call } from '../bridge/call'
import { useProjection } from '../state/projection'

const useDraftFolders = create<{ readonly folders: readonly string[] }>()(() => ({ folders: [] }))
const none: readonly string[] = []

/** Absolute paths. `conversationId` null: the conversation that has not begun. */
export function useConversationFolders(conversationId: string | null): readonly string[] {
  const draft = useDraftFolders((state) => state.folders)
  const kept = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId)?.folders ?? none
  )
  return conversationId === null ? draft : kept
}

/** As they stand at this moment: choosing a folder takes a while. */
function readFolders(conversationId: string | null): readonly string[] {
  if (conversationId === null) return useDraftFolders.getState().folders
  return useProjection.getState().conversations.find(({ id }) => id === conversationId)?.folders ?? none
}

/** @throws CallFailed */
export async function addConversationFolders(
  conversationId: string | null,
  added: readonly string[]
): Promise<void> {
  await setFolders(conversationId, [...new Set([...readFolders(conversationId), ...added])])
}

/** @throws CallFailed */
export async function removeConversationFolder(
  conversationId: string | null,
  removed: string
): Promise<void> {
  await setFolders(
    conversationId,
    readFolders(conversationId).filter((folder) => folder !== removed)
  )
}

/** The conversation has begun: what waited for it becomes its own. @throws CallFailed */
export async function handFoldersOver(conversationId: string): Promise<void> {
  const folders = readFolders(null)
  if (folders.length === 0) return
  await setFolders(conversationId, folders)
  useDraftFolders.setState({ folders: [] })
}

async function setFolders(conversationId: string | null, folders: readonly string[]): Promise<void> {
  if (conversationId === null) useDraftFolders.setState({ folders })
  else await call('conversation.set-folders', { conversationId, folders: [...folders] })
}
