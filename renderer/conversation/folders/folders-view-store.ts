/**
 * A conversation's folders for the screens: those that the host keeps, or those that wait here for the first message
 * of a new conversation.
 */
import { create } from 'zustand'
import { toFolderEntry, toFolderChoice } from '../../../app/contract/conversation/folder-choice'
import type { FolderChoice, FolderEntry } from '../../../app/contract/conversation/folders'
import { call } from '../../bridge/call'
import { useProjection } from '../../state/projection'

/** By waiting conversation. */
type Waiting = Readonly<Record<string, readonly FolderChoice[]>>

const useWaiting = create<{ readonly waiting: Waiting }>()(() => ({ waiting: {} }))
const none: readonly FolderChoice[] = []

/** Folders of a new conversation; no id is empty. */
const notBegun = ''
const keyOf = (conversationId: string | null): string => conversationId ?? notBegun

/** `conversationId` null: a new conversation. */
export function useConversationFolders(conversationId: string | null): readonly FolderChoice[] {
  const waiting = useWaiting((state) => state.waiting[keyOf(conversationId)])
  const kept = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId)?.folders ?? none
  )
  return waiting ?? kept
}

/** The current folders. */
function readFolders(conversationId: string | null): readonly FolderChoice[] {
  const kept = useProjection.getState().conversations.find(({ id }) => id === conversationId)?.folders
  return readWaiting(conversationId) ?? kept ?? none
}

/** In a system dialog. @throws CallFailed */
export async function chooseConversationFolder(conversationId: string | null): Promise<void> {
  if (conversationId !== null && readWaiting(conversationId) === undefined) {
    await call('app.choose-folder', { addTo: { conversationId } })
    return
  }
  const { path } = await call('app.choose-folder', { addTo: null })
  if (path !== null) await addConversationFolders(conversationId, [path])
}

/** Absolute paths; existing folders stay unchanged. @throws CallFailed */
export async function addConversationFolders(
  conversationId: string | null,
  added: readonly string[]
): Promise<void> {
  const before = readFolders(conversationId)
  const known = new Set(before.map((folder) => toFolderEntry(folder).path))
  await setFolders(conversationId, [...before, ...added.filter((path) => !known.has(path))])
}

/** At its place in the current list. @throws CallFailed */
export async function saveConversationFolder(
  conversationId: string | null,
  entry: FolderEntry
): Promise<void> {
  const saved = readFolders(conversationId).map((folder) =>
    toFolderEntry(folder).path === entry.path ? toFolderChoice(entry) : folder
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
    readFolders(conversationId).filter((folder) => toFolderEntry(folder).path !== removed)
  )
}

/** For a new conversation, replacing those that waited. */
export function placeFolders(folders: readonly FolderChoice[]): void {
  useWaiting.setState(({ waiting }) => ({ waiting: { ...waiting, [notBegun]: folders } }))
}

/** The conversation exists: its folders wait for its first message. */
export function startNewFolders(conversationId: string): void {
  useWaiting.setState(({ waiting }) => {
    const { [notBegun]: chosen = none, [conversationId]: _ofBefore, ...others } = waiting
    return { waiting: chosen.length === 0 ? others : { ...others, [conversationId]: chosen } }
  })
}

/** What the next message takes with it; undefined: nothing waits. */
export function readWaiting(conversationId: string | null): readonly FolderChoice[] | undefined {
  return useWaiting.getState().waiting[keyOf(conversationId)]
}

/** A message took the folders with it; the host keeps them now. */
export function foldersWereSent(conversationId: string): void {
  useWaiting.setState(({ waiting: { [conversationId]: _sent, ...waiting } }) => ({ waiting }))
}

async function setFolders(conversationId: string | null, folders: readonly FolderChoice[]): Promise<void> {
  if (conversationId !== null && readWaiting(conversationId) === undefined)
    await call('conversation.set-folders', { conversationId, folders: [...folders] })
  else useWaiting.setState(({ waiting }) => ({ waiting: { ...waiting, [keyOf(conversationId)]: folders } }))
}
