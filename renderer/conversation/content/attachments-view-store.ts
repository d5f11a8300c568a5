/** Resources, a prompt and files that wait above the composer's text, by conversation, until sent. */
import { create } from 'zustand'
import type { CallInput } from '../../../app/contract/bridge/calls'
import type { WaitingFile } from '../../../app/contract/conversations'
import type { PromptView, ResourceView } from '../../../app/contract/offers'

export interface AttachedResource {
  readonly serverName: string
  readonly uri: string
  /** The display name. */
  readonly name: string
  /** The list's facts about the resource when it was chosen; null if no list was read. */
  readonly version: string | null
}

export interface InsertedPrompt {
  readonly prompt: PromptView
  readonly arguments: Readonly<Record<string, string>>
}

/** A user's file, kept by the host once it has arrived there. */
export interface AttachedFile {
  readonly fileId: string
  readonly name: string
  /** As the host detected it; empty until it has arrived. */
  readonly mimeType: string
  /** In bytes; for a PDF that has arrived, including its text. */
  readonly size: number
  /** Which forms of an arrived PDF are sent. */
  readonly pdf?: WaitingFile['pdf']
  readonly isArriving: boolean
  /** The text that was pasted; null for a file. */
  readonly pasted: string | null
}

export interface DraftAttachments {
  readonly resources: readonly AttachedResource[]
  readonly prompt: InsertedPrompt | null
  readonly files: readonly AttachedFile[]
}

const none: DraftAttachments = { resources: [], prompt: null, files: [] }

/** The most that one message can carry. */
export const attachmentLimit = 100

/** Key of a new conversation. */
const newKey = ''

const useStore = create<{ readonly attachments: Readonly<Record<string, DraftAttachments>> }>()(() => ({
  attachments: {}
}))

/** `conversationId` null: a new conversation. */
export function useAttachments(conversationId: string | null): DraftAttachments {
  return useStore(({ attachments }) => attachments[conversationId ?? newKey] ?? none)
}

export function readDraftAttachments(conversationId: string | null): DraftAttachments {
  return useStore.getState().attachments[conversationId ?? newKey] ?? none
}

export function setAttachments(conversationId: string | null, changed: DraftAttachments): void {
  useStore.setState(({ attachments }) => ({
    attachments: { ...attachments, [conversationId ?? newKey]: changed }
  }))
}

export function clearAttachments(conversationId: string | null): void {
  setAttachments(conversationId, none)
}

/** A resource that is attached already is replaced by the new choice; what exceeds the limit is dropped. */
export function attachResources(conversationId: string | null, added: readonly AttachedResource[]): void {
  const before = readDraftAttachments(conversationId)
  const kept = before.resources.filter((old) => !added.some((item) => isSameResource(item, old)))
  const resources = [...kept, ...added].slice(0, attachmentLimit)
  setAttachments(conversationId, { ...before, resources })
}

export function detachResource(conversationId: string | null, removed: AttachedResource): void {
  const before = readDraftAttachments(conversationId)
  const resources = before.resources.filter((resource) => resource !== removed)
  setAttachments(conversationId, { ...before, resources })
}

export function attachFile(conversationId: string | null, file: AttachedFile): void {
  const before = readDraftAttachments(conversationId)
  setAttachments(conversationId, { ...before, files: [...before.files, file] })
}

/** The file is now at the host. */
export function arriveFile({ fileId, name: _known, ...found }: WaitingFile): void {
  changeFiles((file) => (file.fileId === fileId ? [{ ...file, ...found, isArriving: false }] : [file]))
}

export function detachFile(fileId: string): void {
  changeFiles((file) => (file.fileId === fileId ? [] : [file]))
}

export function isInDraft(fileId: string): boolean {
  const { attachments } = useStore.getState()
  return Object.values(attachments).some(({ files }) => files.some((file) => file.fileId === fileId))
}

/** In any conversation. */
function changeFiles(change: (file: AttachedFile) => readonly AttachedFile[]): void {
  useStore.setState(({ attachments }) => ({
    attachments: Object.fromEntries(
      Object.entries(attachments).map(([key, one]) => [key, { ...one, files: one.files.flatMap(change) }])
    )
  }))
}

/** A message carries one prompt; a second replaces the first. */
export function insertPrompt(conversationId: string | null, prompt: InsertedPrompt | null): void {
  setAttachments(conversationId, { ...readDraftAttachments(conversationId), prompt })
}

export function isEmpty({ resources, prompt, files }: DraftAttachments): boolean {
  return resources.length === 0 && prompt === null && files.length === 0
}

/** What is sent with the message; the host reads it when sending. */
export function outgoingAttachments({
  resources,
  prompt,
  files
}: DraftAttachments): Pick<CallInput<'conversation.send'>, 'resources' | 'prompt' | 'files'> {
  return {
    ...(files.length > 0 && { files: files.map(({ fileId }) => fileId) }),
    resources: resources.map(({ serverName, uri, name }) => ({
      serverName,
      uri,
      name: name.slice(0, 1_000)
    })),
    prompt:
      prompt === null
        ? null
        : {
            serverName: prompt.prompt.serverName,
            name: prompt.prompt.name,
            arguments: { ...prompt.arguments }
          }
  }
}

/** A resource from a list, ready to attach. */
export function toAttachment(resource: ResourceView): AttachedResource {
  const { serverName, uri } = resource
  return { serverName, uri, name: resource.title ?? resource.name, version: listedVersion(resource) }
}

/** Differs if the list reports other content for the resource. */
export function listedVersion({ size, annotations }: ResourceView): string {
  return JSON.stringify([size, annotations.lastModified])
}

function isSameResource(one: AttachedResource, other: AttachedResource): boolean {
  return one.serverName === other.serverName && one.uri === other.uri
}

/** Called for each conversation whose attachments changed, until the returned function is called. */
export function onAttachmentsChanged(listener: (conversationId: string | null) => void): () => void {
  return useStore.subscribe(({ attachments }, before) => {
    for (const [key, one] of Object.entries(attachments))
      if (one !== before.attachments[key]) listener(key === newKey ? null : key)
  })
}
