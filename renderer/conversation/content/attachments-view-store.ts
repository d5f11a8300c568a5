/** Resources and a prompt that wait above the composer's text, by conversation, until they are sent. */
import { create } from 'zustand'
import type { CallInput } from '../../../app/contract/calls'
import type { PromptView, ResourceView } from '../../../app/contract/offers'

export interface AttachedResource {
  readonly serverName: string
  readonly uri: string
  /** For people. */
  readonly name: string
  /** What the list said of the resource when it was chosen; null where no list was asked. */
  readonly version: string | null
}

export interface InsertedPrompt {
  readonly prompt: PromptView
  readonly arguments: Readonly<Record<string, string>>
}

export interface Attachments {
  readonly resources: readonly AttachedResource[]
  readonly prompt: InsertedPrompt | null
}

const none: Attachments = { resources: [], prompt: null }

/** As many as one message can carry. */
export const attachmentLimit = 100

/** Key of the conversation that has not begun. */
const newKey = ''

const useStore = create<{ readonly attachments: Readonly<Record<string, Attachments>> }>()(() => ({
  attachments: {}
}))

/** `conversationId` null: the conversation that has not begun. */
export function useAttachments(conversationId: string | null): Attachments {
  return useStore(({ attachments }) => attachments[conversationId ?? newKey] ?? none)
}

export function readAttachments(conversationId: string | null): Attachments {
  return useStore.getState().attachments[conversationId ?? newKey] ?? none
}

export function setAttachments(conversationId: string | null, changed: Attachments): void {
  useStore.setState(({ attachments }) => ({
    attachments: { ...attachments, [conversationId ?? newKey]: changed }
  }))
}

export function clearAttachments(conversationId: string | null): void {
  setAttachments(conversationId, none)
}

/** A resource that stands there already is taken as it is chosen now; what exceeds the limit stays out. */
export function attachResources(conversationId: string | null, added: readonly AttachedResource[]): void {
  const { resources, prompt } = readAttachments(conversationId)
  const kept = resources.filter((old) => !added.some((one) => isSameResource(one, old)))
  setAttachments(conversationId, { resources: [...kept, ...added].slice(0, attachmentLimit), prompt })
}

export function detachResource(conversationId: string | null, removed: AttachedResource): void {
  const { resources, prompt } = readAttachments(conversationId)
  setAttachments(conversationId, { resources: resources.filter((one) => one !== removed), prompt })
}

/** A message carries one prompt: a second takes the place of the first. */
export function insertPrompt(conversationId: string | null, prompt: InsertedPrompt | null): void {
  setAttachments(conversationId, { ...readAttachments(conversationId), prompt })
}

export function isEmpty({ resources, prompt }: Attachments): boolean {
  return resources.length === 0 && prompt === null
}

/** What goes with the message; the host reads it at that moment. */
export function outgoingAttachments({
  resources,
  prompt
}: Attachments): Pick<CallInput<'conversation.send'>, 'resources' | 'prompt'> {
  return {
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

/** A resource of a list, ready to stand above the text. */
export function toAttachment(resource: ResourceView): AttachedResource {
  const { serverName, uri } = resource
  return { serverName, uri, name: resource.title ?? resource.name, version: listedVersion(resource) }
}

/** Differs when the list says that the resource has another content. */
export function listedVersion({ size, annotations }: ResourceView): string {
  return JSON.stringify([size, annotations.lastModified])
}

function isSameResource(one: AttachedResource, other: AttachedResource): boolean {
  return one.serverName === other.serverName && one.uri === other.uri
}
