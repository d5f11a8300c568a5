/**
 * Attachments of a message: resources and a prompt, read when the message is sent, so that it contains exactly what the
 * server returned then. `attachment-content.ts` defines what a model reads of them, and `attachment-watch.ts` handles
 * later changes.
 */
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { CallInput } from '../../contract/bridge/calls'
import type { PromptPart, ResourcePart } from '../../contract/conversations'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'

export type WantedAttachments = Pick<CallInput<'conversation.send'>, 'resources' | 'prompt'>
type WantedResource = WantedAttachments['resources'][number]
type WantedPrompt = NonNullable<WantedAttachments['prompt']>

export interface AttachmentsOptions {
  readonly servers: Pick<Servers, 'readResource' | 'watchResource' | 'getPrompt'>
  readonly signal: AbortSignal
  readonly now: () => number
}

export interface AttachmentStore {
  /** Resources in the given order, each once, then the prompt, and a mark on those that changed since. */
  parts(): (ResourcePart | PromptPart)[]
  /** Ends the watch. Call it after another watch has begun. */
  release(): void
}

/** @throws HostError with the code of the first failure; then nothing is watched */
export async function readAttachedFiles(
  { resources, prompt }: WantedAttachments,
  options: AttachmentsOptions
): Promise<AttachmentStore> {
  const once = new Map(resources.map((one) => [JSON.stringify([one.serverName, one.uri]), one]))
  const changed = new Set<WantedResource>()
  // The watch begins before the read, so that no change is missed between them.
  const stops = [...once.values()].map((one) =>
    options.servers.watchResource(one.serverName, one.uri, () => changed.add(one))
  )
  const release = () => {
    for (const stop of stops) stop()
  }
  const read = async (one: WantedResource) => {
    const part = await readPart(one, options)
    changed.delete(one)
    return () => ({ ...part, hasChanged: changed.has(one) })
  }
  try {
    const reading = [...once.values()].map(read)
    const getting = prompt === null ? [] : [getPart(prompt, options)]
    const work = Promise.all([Promise.all(reading), Promise.all(getting)])
    const [resourceParts, promptParts] = await untilAborted(work, options.signal)
    return { parts: () => [...resourceParts.map((toPart) => toPart()), ...promptParts], release }
  } catch (error) {
    release()
    if (!options.signal.aborted) throw error
    throw new HostError('TOOL_CANCELLED', say('conversation.stoppedBeforeRead'), { cause: error })
  }
}

async function readPart(wanted: WantedResource, { servers, now }: AttachmentsOptions): Promise<ResourcePart> {
  const { serverName, uri, name } = wanted
  try {
    const contents = await servers.readResource(serverName, uri)
    const mimeType = contents[0]?.mimeType ?? null
    return { type: 'resource', serverName, uri, name, mimeType, readAt: now(), contents, hasChanged: false }
  } catch (error) {
    throw notSent('conversation.resourceNotAttached', wanted, error)
  }
}

async function getPart(wanted: WantedPrompt, { servers }: AttachmentsOptions): Promise<PromptPart> {
  const { serverName, name, arguments: args } = wanted
  try {
    const { messages } = await servers.getPrompt(serverName, name, args)
    if (messages.length === 0) throw new HostError('SERVER_PROTOCOL', say('conversation.promptEmpty'))
    return { type: 'prompt', serverName, name, arguments: args, messages }
  } catch (error) {
    throw notSent('conversation.promptNotInserted', wanted, error)
  }
}

/** Unexpected errors stay unchanged. */
function notSent(
  text: 'conversation.resourceNotAttached' | 'conversation.promptNotInserted',
  { name, serverName }: WantedResource | WantedPrompt,
  error: unknown
): unknown {
  if (!(error instanceof HostError)) return error
  const { code, data } = error
  const said = say(text, { name, server: serverName, reason: error.said })
  return new HostError(code, said, { cause: error, ...(data === undefined ? {} : { data }) })
}
