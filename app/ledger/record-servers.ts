/**
 * Records what is sent to servers, at the one place that sends everything: the gateway. The returned gateway behaves
 * the same for its users, except that a tool call is recorded before it and refused otherwise.
 */
import type {
  McpClients,
  McpEvents,
  McpGateway,
  ServerLaunch,
  ServerReply,
  ServerRequest,
  ToolCallRequest
} from '../mcp/interface'
import { canParseUrl } from '../base/can-parse-url'
import { rootsFor } from '../contract/requests'
import type { OfferedRoot, Root } from '../contract/requests'
import type { DecisionRecorder } from './decisions'
import { withoutQuery } from './record-addresses'
import type { Ledger, LedgerDraft, LedgerPlace } from './interface'

export interface RecordServersOptions {
  readonly ledger: Pick<Ledger, 'record'>
  readonly decisions: DecisionRecorder
  /** The conversation of a running call; null if no turn knows it. */
  readonly placeOf: (callId: string) => LedgerPlace | null
  /** The permission that allowed a call, null if its id is unknown; undefined: the user allowed it. */
  readonly permissionOf: (callId: string) => string | null | undefined
  /** Adds the user's decisions about a server to its launch. */
  readonly prepare: (launch: ServerLaunch) => ServerLaunch
}

const nowhere: LedgerPlace = { conversationId: null, messageId: null, callId: null }
const byPerson = { by: 'person', detail: null } as const

export interface RecordedServers {
  readonly gateway: McpGateway
  /** Records a tool call. The gateway sends no other. */
  readonly recordCall: (request: ToolCallRequest) => void
  /** The request of a server that asks for this address, as far as there is one. */
  readonly placeOfLink: (url: string) => LedgerPlace
}

export function recordServers(gateway: McpGateway, options: RecordServersOptions): RecordedServers {
  const requests = new Map<string, ServerRequest>()
  const recordedCalls = new WeakSet<ToolCallRequest>()
  const place: Recording['place'] = (callId) =>
    callId === null ? nowhere : (options.placeOf(callId) ?? { ...nowhere, callId })
  const recording: Recording = {
    ...options,
    place,
    requests,
    record: (recipient, draft) =>
      options.ledger.record({
        ...nowhere,
        ...draft,
        recipientType: 'server',
        recipient: recipient ?? 'unknown'
      })
  }
  const { clients } = gateway
  return {
    gateway: {
      ...gateway,
      // Every method is listed, so that no new way to send data goes unrecorded.
      clients: {
        ...clients,
        ...recordConnections(clients, recording),
        callTool: async (request) => {
          // Following a task sends no call.
          if (request.task === null && !recordedCalls.delete(request))
            throw new Error(`The call of "${request.toolName}" was not recorded`)
          return await clients.callTool(request)
        },
        answerRequest: (requestId, reply) => {
          recordReply(requestId, reply, recording)
          return clients.answerRequest(requestId, reply)
        }
      },
      subscribe: (events) => gateway.subscribe(followRequests(events, requests))
    },
    recordCall: (request) => {
      const { callId, serverName, toolName, arguments: args, written } = request
      const content = written?.params ?? args
      const permission = options.permissionOf(callId)
      const decision = permission === undefined ? byPerson : ({ by: 'grant', detail: permission } as const)
      recording.record(serverName, {
        ...place(callId),
        kind: 'tool call',
        subject: toolName,
        content,
        decision
      })
      recordedCalls.add(request)
    },
    placeOfLink: (url) => {
      const asked = [...requests.values()].find(
        (request) => request.type === 'elicitation-url' && isSameAddress(request.url, url)
      )
      return place(asked?.callId ?? null)
    }
  }
}

interface Recording extends RecordServersOptions {
  readonly place: (callId: string | null) => LedgerPlace
  /** By our id. */
  readonly requests: Map<string, ServerRequest>
  readonly record: (
    recipient: string | undefined,
    draft: Omit<LedgerDraft, 'recipientType' | 'recipient' | keyof LedgerPlace> & Partial<LedgerPlace>
  ) => void
}

/** Requests over a connection, whose server is known. */
function recordConnections(clients: McpClients, recording: Recording) {
  const { record, prepare } = recording
  const serverNames = new Map<string, string>()
  let roots: readonly OfferedRoot[] = []
  const recordFolders = (serverName: string, known: readonly Root[]): void => {
    const subject = known.length === 1 ? 'one folder' : `${known.length} folders`
    record(serverName, { kind: 'folders', subject, content: known, decision: byPerson })
  }
  return {
    connect: async (launch) => {
      serverNames.set(launch.connectionId, launch.serverName)
      recordConnection(launch, recording)
      const info = await clients.connect(prepare(launch))
      const known = rootsFor(roots, launch.serverName)
      if (known.length > 0) recordFolders(launch.serverName, known)
      return info
    },
    openBridge: (launch) => {
      recordConnection(launch, recording)
      return clients.openBridge(launch)
    },
    disconnect: (connectionId) => {
      serverNames.delete(connectionId)
      return clients.disconnect(connectionId)
    },
    setRoots: (list) => {
      const before = roots
      roots = list
      for (const serverName of new Set(serverNames.values())) {
        const known = rootsFor(list, serverName)
        const isNews = JSON.stringify(known) !== JSON.stringify(rootsFor(before, serverName))
        if (isNews) recordFolders(serverName, known)
      }
      return clients.setRoots(list)
    },
    ...recordRequests(clients, (connectionId, draft) =>
      record(serverNames.get(connectionId), { ...draft, decision: byPerson })
    )
  } satisfies Partial<McpClients>
}

/** Only names, because the values may be secret. */
function recordConnection(launch: ServerLaunch, { record }: Recording): void {
  const { serverName, secretNames = [] } = launch
  const decision = { by: 'person', detail: null } as const
  const isProgram = launch.transport === 'stdio'
  const names = Object.keys(isProgram ? launch.env : launch.headers)
  const telling = names.length === 0 ? '' : `${isProgram ? 'variables' : 'headers'}: ${names.join(', ')}`
  const subject = isProgram ? launch.command : withoutQuery(launch.url)
  record(serverName, { kind: 'connection', subject, content: undefined, telling, decision })
  for (const secret of secretNames)
    record(serverName, { kind: 'secret', subject: secret, content: undefined, telling: '', decision })
}

/** Requests to a server except calls. */
function recordRequests(
  clients: McpClients,
  record: (connectionId: string, draft: Pick<LedgerDraft, 'kind' | 'subject' | 'content' | 'telling'>) => void
) {
  return {
    readResource: (connectionId, uri) => {
      record(connectionId, { kind: 'resource address', subject: uri, content: uri })
      return clients.readResource(connectionId, uri)
    },
    subscribeResource: (connectionId, uri) => {
      record(connectionId, { kind: 'subscription', subject: uri, content: uri })
      return clients.subscribeResource(connectionId, uri)
    },
    setLogLevel: (connectionId, level) => {
      record(connectionId, { kind: 'log level', subject: level ?? 'of its own choice', content: level })
      return clients.setLogLevel(connectionId, level)
    },
    sendWritten: (request) => {
      const { method: subject, params: content } = request.message
      record(request.connectionId, { kind: 'message', subject, content })
      return clients.sendWritten(request)
    },
    getPrompt: (request) => {
      const { connectionId, name, arguments: content } = request
      record(connectionId, { kind: 'prompt arguments', subject: name, content })
      return clients.getPrompt(request)
    },
    complete: (request) => {
      const { connectionId, argumentName, value, context } = request
      const content = { ...context, [argumentName]: value }
      record(connectionId, { kind: 'completion', subject: argumentName, content, telling: value })
      return clients.complete(request)
    }
  } satisfies Partial<McpClients>
}

function recordReply(
  requestId: string,
  reply: ServerReply,
  { requests, decisions, place, record }: Recording
): void {
  const request = requests.get(requestId)
  requests.delete(requestId)
  if (request === undefined) return
  const decision = decisions.take(requestId)
  const text = describeReply(request, reply)
  if (text !== null) record(request.serverName, { ...place(request.callId), ...text, decision })
}

/** The same listeners. Requests are remembered until they are answered or withdrawn. */
function followRequests(
  events: Partial<McpEvents>,
  requests: Map<string, ServerRequest>
): Partial<McpEvents> {
  const { requested, requestWithdrawn } = events
  return {
    ...events,
    ...(requested !== undefined && {
      requested: (request) => {
        requests.set(request.requestId, request)
        requested(request)
      }
    }),
    ...(requestWithdrawn !== undefined && {
      requestWithdrawn: (news) => {
        requests.delete(news.requestId)
        requestWithdrawn(news)
      }
    })
  }
}

/** Null for a denial, which tells the server nothing about the user. */
function describeReply(
  request: ServerRequest,
  reply: ServerReply
): Pick<LedgerDraft, 'kind' | 'subject' | 'content' | 'telling'> | null {
  if (reply.type === 'sampling') {
    const { content, model } = reply.result
    const texts = content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
    const telling = texts.length > 0 ? texts.join('\n') : content
    return { kind: 'sampling answer', subject: model, content: reply.result, telling }
  }
  if (reply.type === 'elicitation' && reply.content !== null) {
    const subject = request.type === 'elicitation-form' ? request.message : ''
    return { kind: 'form answer', subject, content: reply.content }
  }
  return null
}

function isSameAddress(one: string, other: string): boolean {
  if (!canParseUrl(one) || !canParseUrl(other)) return one === other
  return new URL(one).href === new URL(other).href
}

export interface ViewToolCall extends LedgerPlace {
  readonly serverName: string
  readonly toolName: string
  readonly content: unknown
  /** The permission that allowed it, null if its id is unknown; absent: the user allowed it. */
  readonly grantId?: string | null | undefined
}

/** A call that an open view of the server runs, so that no connection records it. */
export function recordViewToolCall(ledger: Pick<Ledger, 'record'>, call: ViewToolCall): void {
  const { serverName, toolName, grantId, ...rest } = call
  ledger.record({
    ...rest,
    recipientType: 'server',
    recipient: serverName,
    kind: 'tool call',
    subject: toolName,
    decision: grantId === undefined ? byPerson : { by: 'grant', detail: grantId }
  })
}
