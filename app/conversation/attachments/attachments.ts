/**
 * What goes with a message besides words: resources read and a prompt got at the moment of sending, so that the
 * message holds exactly what the server said then. What a model reads of it is in `attachment-content.ts`, what
 * happens when it changes later in `attachment-watch.ts`.
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
  /** Resources in the order given, each once, then the prompt; with what changed since they were read. */
  parts(): (ResourcePart | PromptPart)[]
  /** Ends the watch over what was read; to be called when another has begun. */
  release(): void
}

/** @throws HostError with the code of the first failure; nothing is held then */
export async function readAttachedFiles(
  { resources, prompt }: WantedAttachments,
  options: AttachmentsOptions
): Promise<AttachmentStore> {
  const once = new Map(resources.map((one) => [JSON.stringify([one.serverName, one.uri]), one]))
  const changed = new Set<WantedResource>()
  // Watched before it is read: no change falls between the two.
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

/** A bug stays a bug. */
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
