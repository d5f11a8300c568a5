/**
 * Handles what servers request from the host while they work: receives requests, asks the user, and answers.
 * `sampling.ts` and `elicitation.ts` handle the kinds of requests. The gateway sends the messages, and the consent area
 * asks the questions. Every request leaves a note in its conversation.
 */
import type { SamplingRequest } from '../contract/requests'
import type { McpEvents, McpGateway, ServerReply, ServerRequest } from '../mcp/interface'
import { answerForm, answerLink } from './elicitation'
import type { Exchanges } from './exchange-list'
import { failed, refuseStopped } from './request-context'
import type { ServerRequestOrigin, Outcome, ServerRequestContext } from './request-context'
import { answerSampling } from './sampling'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

/** The call during which a server asks. */
export interface RequestingCall {
  readonly conversationId: string
  readonly toolName: string
  /** Adds a note to the message of the call, even after its turn. */
  readonly note: (note: {
    readonly serverName: string
    readonly text: LocalizedText
    readonly round?: number
  }) => void
  /** Shows which model is being called for the request; null: none anymore. */
  readonly showAskedModel: (requestId: string, modelId: string | null) => void
}

export interface ServerRequestsOptions extends ServerRequestContext {
  readonly mcp: Pick<McpGateway, 'clients' | 'subscribe' | 'onLost'>
  /** null for a call that no running turn has. */
  readonly findCall: (callId: string) => RequestingCall | null
  readonly exchanges: Pick<Exchanges, 'note' | 'occasionOf'>
  /** Notifies the user about a request that belongs to no known call or exchange. */
  readonly tell: (text: LocalizedText) => void
}

/** A view asks for a model's answer. */
interface SamplingOfView {
  readonly serverName: string
  /** The call that it shows. `findCall` has it while the request is open. */
  readonly callId: string
  readonly request: SamplingRequest
}

export interface ServerRequests {
  /** Like a request of its server. Ends when the signal fires. */
  sampleForView(asked: SamplingOfView, signal: AbortSignal): Promise<ServerReply>
  /** Stops the model for the request. The server gets an error. Unknown ids are ignored. */
  stopModel(requestId: string): void
  /** Withdraws open requests and ignores new ones. */
  dispose(): void
}

/** `behindName`: for a place where the server's name precedes it. */
type Note = (text: LocalizedText, behindName: LocalizedText) => void

interface Open {
  readonly request: ServerRequest
  readonly origin: ServerRequestOrigin
  readonly controller: AbortController
  readonly modelStop: AbortController
  readonly showAskedModel: (modelId: string | null) => void
  readonly note: Note
  /** The reason why it ended without the user; null while it is open. */
  reason: LocalizedText | null
  /** Whether the server still waits for an answer. */
  isAwaited: boolean
}

/** Links that were opened and haven't been reported as completed. */
const openedLimit = 100

/** Their keys in the text catalog. */
const whatIsAsked = {
  sampling: 'sampling',
  'elicitation-form': 'form',
  'elicitation-url': 'link'
} as const satisfies Record<ServerRequest['type'], string>

export function createServerRequests(options: ServerRequestsOptions): ServerRequests {
  const { mcp, log } = options
  const open = new Map<string, Open>()
  /** By server and the server's own id, which is opaque. */
  const opened = new Map<string, Open['note']>()

  const settle = async (item: Open): Promise<void> => {
    const { request, note } = item
    const reply = await answerAndNote(item, options)
    if (!item.isAwaited) return
    if (request.type === 'elicitation-url' && reply.type === 'elicitation' && reply.action === 'accept') {
      remember(opened, request, note)
    }
    await mcp.clients.answerRequest(request.requestId, reply)
  }
  const listeners: Partial<McpEvents> = {
    requested: (request) => {
      const item = openRequest(request, options)
      open.set(request.requestId, item)
      void settle(item)
        .catch((error: unknown) => log.error('a request of a server was not answered', { error }))
        .finally(() => open.delete(request.requestId))
    },
    ...tellingListeners(options),
    requestWithdrawn: ({ requestId, reason }) => {
      const item = open.get(requestId)
      if (item !== undefined) withdraw(item, reason)
    },
    elicitationCompleted: (news) => {
      for (const item of open.values())
        if (isAbout(item.request, news)) withdraw(item, say('requests.saidDone'), true)
      const key = getKey(news)
      const done = say('requests.linkDoneBy', { server: news.serverName })
      opened.get(key)?.(done, say('requests.linkDone'))
      opened.delete(key)
    }
  }
  let viewRequests = 0
  const sampleForView: ServerRequests['sampleForView'] = (asked, signal) => {
    viewRequests += 1
    const item = openOfView(asked, `view/${viewRequests}`, options)
    open.set(item.request.requestId, item)
    return answerUntil(signal, item, options).finally(() => open.delete(item.request.requestId))
  }
  const withdrawAll = (reason: LocalizedText): void => {
    for (const item of open.values()) withdraw(item, reason)
  }
  const lost = (): void => withdrawAll(say('mcp.serverConnectionEnded'))
  const unsubscribe = [mcp.subscribe(listeners), mcp.onLost(lost)]
  return {
    sampleForView,
    stopModel: (requestId) => open.get(requestId)?.modelStop.abort(),
    dispose: () => {
      for (const end of unsubscribe) end()
      withdrawAll(say('requests.parleyClosed'))
    }
  }
}

function withdraw(item: Open, reason: LocalizedText, isAwaited = false): void {
  item.reason ??= reason
  item.isAwaited &&= isAwaited
  item.controller.abort()
}

async function answerAndNote(item: Open, options: ServerRequestsOptions): Promise<ServerReply> {
  const { request, note } = item
  const { reply, end, isKnown = false } = await answer(item, options)
  // Before the answer, because the answer may end the call and its message.
  const asked = { asked: whatIsAsked[request.type], end: item.reason ?? end }
  const server = request.serverName
  if (!isKnown) note(say('requests.askedBy', { ...asked, server }), say('requests.asked', asked))
  return reply
}

/** The request is withdrawn when the signal fires. */
async function answerUntil(
  signal: AbortSignal,
  item: Open,
  options: ServerRequestsOptions
): Promise<ServerReply> {
  const onAbort = (): void => withdraw(item, say('requests.withdrawn'))
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await answerAndNote(item, options)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Notifications, which need no answer. */
function tellingListeners(options: ServerRequestsOptions): Pick<McpEvents, 'foldersTold' | 'requestRefused'> {
  return {
    foldersTold: ({ count, ...asked }) => {
      const call = asked.callId === null ? null : options.findCall(asked.callId)
      // In other cases the user wasn't asked, so there is nothing to report.
      if (call === null && asked.exchangeId === undefined) return
      const message = say('requests.foldersBy', { count, server: asked.serverName })
      createNote(asked, call, options)(message, say('requests.folders', { count }))
    },
    requestRefused: ({ type, reason, ...asked }) => {
      const call = asked.callId === null ? null : options.findCall(asked.callId)
      const what = { asked: type, reason }
      const text = say('requests.oddFormBy', { ...what, server: asked.serverName })
      createNote(asked, call, options)(text, say('requests.oddForm', what))
    }
  }
}

async function answer(
  { request, origin, controller: { signal }, modelStop, showAskedModel }: Open,
  context: ServerRequestContext
): Promise<Outcome> {
  const modelWatch = { show: showAskedModel, stopped: modelStop.signal }
  const refusal = context.consent.refusalOf(origin)
  if (refusal !== null) return refuseStopped(refusal, { signal })
  try {
    switch (request.type) {
      case 'sampling':
        return await answerSampling({ request, origin, signal, modelWatch }, context)
      case 'elicitation-form':
        return await answerForm({ request, origin, signal }, context)
      case 'elicitation-url':
        return await answerLink({ request, origin, signal }, context)
    }
  } catch (error) {
    context.log.error('a request of a server failed', { serverName: request.serverName, error })
    return failed('The request could not be answered.', say('requests.notAnswered'))
  }
}

function openRequest(request: ServerRequest, options: ServerRequestsOptions): Open {
  const { serverName, callId, requestId } = request
  const call = callId === null ? null : options.findCall(callId)
  const { conversationId = null, toolName = null } = call ?? {}
  const place = { conversationId, toolName, ...placeOf(request, options) }
  return {
    request,
    origin: { serverName, callId, ...place },
    controller: new AbortController(),
    modelStop: new AbortController(),
    showAskedModel: (modelId) => call?.showAskedModel(requestId, modelId),
    note: createNote(request, call, options),
    reason: null,
    isAwaited: true
  }
}

/** It belongs to no connection: the view gets the answer. */
function openOfView(asked: SamplingOfView, requestId: string, options: ServerRequestsOptions): Open {
  const item = openRequest({ type: 'sampling', ...asked, requestId, connectionId: '' }, options)
  return { ...item, origin: { ...item.origin, isFromView: true } }
}

/** The place of a request inside a result. */
function placeOf(
  { round, exchangeId }: ServerRequest,
  { exchanges }: Pick<ServerRequestsOptions, 'exchanges'>
): Pick<ServerRequestOrigin, 'round' | 'exchange'> {
  const occasion = exchangeId === undefined ? null : exchanges.occasionOf(exchangeId)
  return {
    ...(round !== undefined && { round }),
    ...(exchangeId !== undefined && occasion !== null && { exchange: { id: exchangeId, occasion } })
  }
}

/**
 * A note goes to the conversation of the call, or to the exchange, where the server's name precedes it. Without either
 * it goes directly to the user.
 */
function createNote(
  { serverName, round, exchangeId }: Pick<ServerRequest, 'serverName' | 'round' | 'exchangeId'>,
  call: RequestingCall | null,
  { tell, exchanges }: Pick<ServerRequestsOptions, 'tell' | 'exchanges'>
): Open['note'] {
  return (words, text) => {
    if (call !== null) return call.note({ serverName, text, ...(round !== undefined && { round }) })
    if (exchangeId !== undefined && exchanges.note(exchangeId, { round: round ?? 1, text })) return
    tell(words)
  }
}

type Completion = Parameters<McpEvents['elicitationCompleted']>[0]

function isAbout(request: ServerRequest, news: Completion): boolean {
  if (request.type !== 'elicitation-url' || request.elicitationId !== news.elicitationId) return false
  return request.connectionId === news.connectionId
}

function getKey({ connectionId, elicitationId }: Omit<Completion, 'serverName'>): string {
  return JSON.stringify([connectionId, elicitationId])
}

function remember(
  opened: Map<string, Open['note']>,
  { connectionId, elicitationId }: Extract<ServerRequest, { readonly type: 'elicitation-url' }>,
  note: Open['note']
): void {
  if (elicitationId === null) return
  opened.set(getKey({ connectionId, elicitationId }), note)
  const oldest = opened.keys().next()
  if (opened.size > openedLimit && oldest.done !== true) opened.delete(oldest.value)
}
