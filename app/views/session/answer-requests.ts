/** Connects what a view asks for to the handlers of the host, after checks that need no user. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import type { BaseContext, ContentBlock, CreateMessageResult } from '@modelcontextprotocol/client'
import type {
  AppBridge,
  McpUiDisplayMode,
  McpUiHostCapabilities,
  McpUiHostContext
} from '@modelcontextprotocol/ext-apps/app-bridge'
import { HostError } from '../../base/host-error'
import { longestEdge, longestImageEdge } from '../../base/image-dimensions'
import { readPicture } from '../../contract/content/picture-types'
import type { SamplingResult } from '../../contract/requests'
import type { ViewSessionOptions } from '../interface'
import { readDownloads, readLink } from './read-requests'
import { readSamplingRequest } from './read-sampling-request'

export interface RequestAnswers extends Pick<ViewSessionOptions, 'handlers' | 'log'> {
  readonly bridge: AppBridge
  readonly capabilities: McpUiHostCapabilities
  readonly hostContext: () => McpUiHostContext
}

/** In characters of JSON, without images. */
const longestText = 100_000
/** In characters of base64, of all images of an update. */
const mostImageData = 5_000_000
const mostFiles = 20
/** @spec 2025-11-25 client/sampling#error-handling */
const declinedCode = -1

export function answerRequests(answers: RequestAnswers): void {
  answerServerRequests(answers)
  answerHostRequests(answers)
  if (answers.capabilities.sampling !== undefined) answerSampling(answers)
}

function answerServerRequests({ bridge, handlers, log }: RequestAnswers): void {
  bridge.oncalltool = (params, context) =>
    run(log, () => handlers.callTool(withoutMeta(params), signalOf(context)))
  bridge.setRequestHandler('tools/list', ({ params }, context) =>
    run(log, () => handlers.listTools(withoutMeta(params), signalOf(context)))
  )
  bridge.onreadresource = (params, context) =>
    run(log, () => handlers.readResource(withoutMeta(params), signalOf(context)))
  bridge.onlistresources = (params, context) =>
    run(log, () => handlers.listResources(withoutMeta(params), signalOf(context)))
  bridge.onlistresourcetemplates = (params, context) =>
    run(log, () => handlers.listResourceTemplates(withoutMeta(params), signalOf(context)))
  bridge.onlistprompts = (params, context) =>
    run(log, () => handlers.listPrompts(withoutMeta(params), signalOf(context)))
}

function answerHostRequests(answers: RequestAnswers): void {
  const { bridge, handlers, log } = answers
  bridge.onopenlink = async ({ url }, context) => {
    const link = readLink(url)
    if (link === null) log('warn', 'Refused a link: only https, http and mailto addresses open')
    return failUnless(link !== null && (await run(log, () => handlers.openLink(link, signalOf(context)))))
  }
  bridge.ondownloadfile = async ({ contents }, context) => {
    const isAcceptable = contents.length > 0 && contents.length <= mostFiles
    if (!isAcceptable) log('warn', `Refused a download of ${contents.length} files`)
    const save = () => handlers.downloadFile(readDownloads(contents), signalOf(context))
    return failUnless(isAcceptable && (await run(log, save)))
  }
  bridge.onmessage = async ({ content }, context) => {
    checkText(content, content)
    return failUnless(await run(log, () => handlers.message(content, signalOf(context))))
  }
  bridge.onupdatemodelcontext = async (update, context) => {
    const { content = [] } = update
    const images = content.flatMap((block) => (block.type === 'image' ? [block] : []))
    checkImages(images)
    const others = content.filter(({ type }) => type !== 'image')
    checkText(others, { ...update, content: others })
    await run(log, () => handlers.updateModelContext(update, signalOf(context)))
    return {}
  }
  bridge.onrequestdisplaymode = async ({ mode }, context) => {
    if (!commonDisplayModes(answers).includes(mode))
      return { mode: answers.hostContext().displayMode ?? 'inline' }
    return { mode: await run(log, () => handlers.requestDisplayMode(mode, signalOf(context))) }
  }
}

function answerSampling({ bridge, handlers, log }: RequestAnswers): void {
  bridge.oncreatesamplingmessage = async (params, context) => {
    const request = readSamplingRequest(params)
    if (typeof request === 'string') throw invalid(request)
    const blocks = request.messages.flatMap(({ content }) => content)
    checkImages(blocks.flatMap((block) => (block.type === 'image' ? [block] : [])))
    const texts = blocks.filter(({ type }) => type !== 'image')
    if (JSON.stringify([texts, request.systemPrompt]).length > longestText) throw tooLong()
    const result = await run(log, () => handlers.createMessage(request, signalOf(context)))
    if (result === null) throw new ProtocolError(declinedCode, 'User rejected sampling request')
    return toWireAnswer(result)
  }
}

/** Text only: Parley sent no tools along. */
function toWireAnswer({ content, model, stopReason }: SamplingResult): CreateMessageResult {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
  return {
    role: 'assistant',
    content: { type: 'text', text },
    model,
    ...(stopReason !== null && { stopReason })
  }
}

/** A view can't set what Parley sends beside the request: progress, trace, client. */
function withoutMeta<T extends { readonly _meta?: unknown }>(params: T | undefined): Omit<T, '_meta'> {
  const copy: T & { _meta?: unknown } = { ...params } as T
  delete copy._meta
  return copy
}

/** A view that lists no modes supports those that it asks for. */
export function commonDisplayModes({
  bridge,
  hostContext
}: Pick<RequestAnswers, 'bridge' | 'hostContext'>): readonly McpUiDisplayMode[] {
  const own = bridge.getAppCapabilities()?.availableDisplayModes
  const available = hostContext().availableDisplayModes ?? ['inline']
  return own === undefined ? available : available.filter((mode) => own.includes(mode))
}

/** @throws ProtocolError for what `hostCapabilities` doesn't include */
function checkText(content: readonly ContentBlock[], whole: unknown): void {
  if (content.some(({ type }) => type !== 'text'))
    throw invalid("Parley doesn't accept this kind of content here")
  if (JSON.stringify(whole).length > longestText) throw tooLong()
}

function tooLong(): ProtocolError {
  return invalid(`The limit is ${longestText} characters`)
}

/** @throws ProtocolError */
function checkImages(images: readonly { readonly data: string }[]): void {
  const size = images.reduce((sum, { data }) => sum + data.length, 0)
  if (size > mostImageData) throw invalid(`The limit for images is ${mostImageData} characters of base64`)
  const pictures = images.map(({ data }) => readPicture(data))
  if (pictures.includes(null)) throw invalid('Parley accepts images of the types PNG, JPEG, GIF and WebP')
  // The window draws them.
  if (pictures.some((picture) => (longestEdge(picture?.data ?? '') ?? 0) > longestImageEdge))
    throw invalid(`The limit for images is ${longestImageEdge} pixels on each side`)
}

function invalid(why: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, why)
}

/** @throws ProtocolError: the view sees the message of an expected failure, but not of a bug */
async function run<T>(log: RequestAnswers['log'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const isExpected = error instanceof HostError
    if (!isExpected) log('error', String(error))
    throw new ProtocolError(ProtocolErrorCode.InternalError, isExpected ? error.message : 'Internal error')
  }
}

function failUnless(isDone: boolean): { isError?: boolean } {
  return isDone ? {} : { isError: true }
}

function signalOf({ mcpReq }: BaseContext): AbortSignal {
  return mcpReq.signal
}
