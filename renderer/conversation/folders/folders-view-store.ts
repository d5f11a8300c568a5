/**
 * The folders of a conversation for the screens: those that the host keeps, or, for the conversation that has not
 * begun, those that wait here until its first message.
 */
import { create } from 'zustand'
import { folderOf, toFolderChoice } from '../../../app/contract/folder-choice'
import type { FolderChoice, FolderEntry } from '../../../app/contract/folders'
import { call } from '../../bridge/call'
import { useProjection } from '../../state/projection'

const useDraftFolders = create<{ readonly folders: readonly FolderChoice[] }>()(() => ({ folders: [] }))
const none: readonly FolderChoice[] = []

/** `conversationId` null: the conversation that has not begun. */
export function useConversationFolders(conversationId: string | null): readonly FolderChoice[] {
  const draft = useDraftFolders((state) => state.folders)
  const kept = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId)?.folders ?? none
  )
  return conversationId === null ? draft : kept
}

/** As they stand at this moment: choosing a folder takes a while. */
function readFolders(conversationId: string | null): readonly FolderChoice[] {
  if (conversationId === null) return useDraftFolders.getState().folders
  return useProjection.getState().conversations.find(({ id }) => id === conversationId)?.folders ?? none
}

/** Absolute paths; what is there already stays as it is. @throws CallFailed */
export async function addConversationFolders(
  conversationId: string | null,
  added: readonly string[]
): Promise<void> {
  const before = readFolders(conversationId)
  const known = new Set(before.map((folder) => folderOf(folder).path))
  await setFolders(conversationId, [...before, ...added.filter((path) => !known.has(path))])
}

/** In its place in the list as it stands now. @throws CallFailed */
export async function saveConversationFolder(
  conversationId: string | null,
  entry: FolderEntry
): Promise<void> {
  const saved = readFolders(conversationId).map((folder) =>
    folderOf(folder).path === entry.path ? toFolderChoice(entry) : folder
  )
  await setFolders(conversationId, saved)
}

/** @throws CallFailed */
export async function removeConversationFolder(
  conversationId: string | null,
  removed: string
): Promise<void> {
  await setFolders(
    conversationId,
    readFolders(conversationId).filter((folder) => folderOf(folder).path !== removed)
  )
}

/** The conversation has begun: what waited for it becomes its own. @throws CallFailed */
export async function handFoldersOver(conversationId: string): Promise<void> {
  const folders = readFolders(null)
  if (folders.length === 0) return
  await setFolders(conversationId, folders)
  useDraftFolders.setState({ folders: [] })
}

async function setFolders(conversationId: string | null, folders: readonly FolderChoice[]): Promise<void> {
  if (conversationId === null) useDraftFolders.setState({ folders })
  else await call('conversation.set-folders', { conversationId, folders: [...folders] })
}
