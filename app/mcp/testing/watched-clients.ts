/** Clients that record their events and messages, for tests of connections. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../contract/json'
import { createMcpClients } from '../gateway/clients'
import type { McpClientsOptions } from '../gateway/clients'
import type {
  ConnectionInfo,
  McpClients,
  McpEvents,
  ServerLaunch,
  ServerReply,
  ServerRequest,
  ToolCallOutcome,
  ToolCallRequest
} from '../interface'
import { createListeners } from '../gateway/rpc-methods'

/** Ignores all events. */
export const silentEvents: McpEvents = createListeners(() => {})

type News<K extends keyof McpEvents> = Parameters<McpEvents[K]>[0]
type Message = JSONRPCMessage & {
  readonly method?: string
  readonly id?: number | string
  readonly params?: Readonly<Record<string, unknown>>
}

export interface WatchedClients {
  readonly clients: McpClients
  /** Events of one kind, in the order of arrival. */
  news<K extends keyof McpEvents>(name: K): News<K>[]
  /** Lines of the server's log, oldest first. */
  log(): string[]
  readonly sent: Message[]
  readonly received: Message[]
  /** Milliseconds; times of the messages in `sent`, in the same order. */
  readonly sentAt: number[]
  /** Methods of the sent requests and notifications, in order. */
  methods(): string[]
  /** Requests of servers, oldest first. */
  asked(): ServerRequest[]
  /** The user's answer; no answer while it is null. */
  answer: ((request: ServerRequest) => ServerReply) | null
  /** Runs `program` in Node as a module, which may use `serve` and the other helpers of the fixtures. */
  startProgram(program: string, more?: Partial<ServerLaunch>): Promise<ConnectionInfo>
  /** Runs Node with these arguments. */
  start(args: readonly string[], more?: Partial<ServerLaunch>): Promise<ConnectionInfo>
  startFile(file: string, args?: readonly string[], more?: Partial<ServerLaunch>): Promise<ConnectionInfo>
  reach(url: string, more?: Partial<ServerLaunch>): Promise<ConnectionInfo>
  call(
    info: ConnectionInfo,
    toolName: string,
    args?: JsonObject,
    more?: Partial<ToolCallRequest>
  ): Promise<ToolCallOutcome>
  lastCallId(): string
}

const lineServer = new URL('../../testing/servers/line-server.mjs', import.meta.url).href
const imports = `import { serve, notify, record, silence, textResult } from ${JSON.stringify(lineServer)}\n`

export const fixture = (name: string) =>
  fileURLToPath(new URL(`../../testing/servers/${name}`, import.meta.url))
export const installed = (name: string) =>
  fileURLToPath(new URL(`../../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url))

export function watchClients(more: Partial<McpClientsOptions> = {}): WatchedClients {
  const told: { readonly name: string; readonly news: unknown }[] = []
  const sent: Message[] = []
  const received: Message[] = []
  const sentAt: number[] = []
  let counter = 0
  const answerIt = (request: ServerRequest) => {
    if (watched.answer !== null) void clients.answerRequest(request.requestId, watched.answer(request))
  }
  const hear = ({ direction, text }: News<'traced'>) => {
    const message = JSON.parse(text ?? '{}') as Message
    if (direction === 'out') sentAt.push(Date.now())
    ;(direction === 'out' ? sent : received).push(message)
  }
  const clients = createMcpClients({
    events: createListeners((name, news) => {
      told.push({ name, news })
      if (name === 'traced') return hear(news as News<'traced'>)
      if (name === 'requested') answerIt(news as ServerRequest)
    }),
    hostEnvironment: process.env,
    clientInfo: { name: 'parley-tests', version: '0' },
    now: Date.now,
    messageLimitBytes: 1_000_000,
    ...more
  })
  void clients.setTracing(true)
  const common = () => {
    counter += 1
    const known = { knownEra: null, logLevel: null, pingIntervalMs: 0 } as const
    return { serverName: 'tested', connectionId: `connection-${counter}`, connectTimeoutMs: 60_000, ...known }
  }
  const news = <K extends keyof McpEvents>(name: K) =>
    told.filter((item) => item.name === name).map((item) => item.news as News<K>)
  const start = (args: readonly string[], launch: Partial<ServerLaunch> = {}) => {
    const command = { transport: 'stdio', command: process.execPath, args, env: {}, cwd: null } as const
    return clients.connect({ ...command, ...common(), ...launch } as ServerLaunch)
  }
  const watched: WatchedClients = {
    clients,
    news,
    log: () => news('logged').map(({ line }) => line.text),
    sent,
    received,
    sentAt,
    methods: () => sent.flatMap(({ method }) => method ?? []),
    asked: () => news('requested'),
    answer: null,
    start,
    startProgram: (program, launch) => start(['--input-type=module', '-e', imports + program], launch),
    startFile: (file, args = [], launch = {}) => start([file, ...args], launch),
    reach: (url, launch = {}) =>
      clients.connect({ transport: 'http', url, headers: {}, ...common(), ...launch } as ServerLaunch),
    call: ({ connectionId }, toolName, args = {}, more = {}) => {
      counter += 1
      const times = { timeoutMs: 60_000, maxTotalTimeoutMs: 120_000, task: null }
      const request = {
        callId: `call-${counter}`,
        serverName: 'tested',
        connectionId,
        toolName,
        arguments: args
      }
      return clients.callTool({ ...request, ...times, ...more })
    },
    lastCallId: () => `call-${counter}`
  }
  return watched
}
