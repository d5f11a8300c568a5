/** The clients of `app/mcp` with everything that they tell and send kept, for tests of tool calls over real servers. */
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../contract/json'
import { createMcpClients } from '../mcp/clients'
import type {
  ConnectionInfo,
  McpClients,
  McpEvents,
  ServerReply,
  ServerRequest,
  ToolCallOutcome,
  ToolCallRequest
} from '../mcp/interface'

type News<K extends keyof McpEvents> = Parameters<McpEvents[K]>[0]

interface Sent {
  readonly method: string
  readonly id?: number
  readonly params: Readonly<Record<string, unknown>>
  readonly at: number
}

export interface CallSession {
  readonly clients: McpClients
  readonly progress: News<'progressed'>[]
  readonly limits: News<'limitNear'>[]
  readonly tasks: News<'taskChanged'>[]
  readonly late: News<'answeredLate'>[]
  readonly asked: ServerRequest[]
  readonly closed: News<'connectionClosed'>[]
  /** Requests and notifications that left, in order. */
  readonly sent: Sent[]
  /** What the person answers; nothing while it is not set. */
  answer: ((request: ServerRequest) => ServerReply) | null
  /** A server of the fixtures, or of `node_modules` with a path. */
  start(file: string, ...args: string[]): Promise<ConnectionInfo>
  reach(url: string): Promise<ConnectionInfo>
  /** The newest call's id is `lastCallId()`. */
  call(
    info: ConnectionInfo,
    toolName: string,
    args?: JsonObject,
    more?: Partial<ToolCallRequest>
  ): Promise<ToolCallOutcome>
  lastCallId(): string
  methods(): string[]
  close(): Promise<void>
}

export const everythingServer = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'

const fileOf = (name: string) =>
  fileURLToPath(
    new URL(`../../${name.includes('/') ? name : `e2e/fixtures/servers/${name}`}`, import.meta.url)
  )

export function createCallSession(): CallSession {
  const lists = { progress: [], limits: [], tasks: [], late: [], asked: [], closed: [] } as Pick<
    CallSession,
    'progress' | 'limits' | 'tasks' | 'late' | 'asked' | 'closed'
  >
  const sent: Sent[] = []
  let counter = 0
  const ignore = () => {}
  const clients = createMcpClients({
    events: {
      connectionClosed: (news) => lists.closed.push(news),
      toolsChanged: ignore,
      resourcesChanged: ignore,
      promptsChanged: ignore,
      resourceUpdated: ignore,
      limitNear: (news) => lists.limits.push(news),
      taskChanged: (news) => lists.tasks.push(news),
      answeredLate: (news) => lists.late.push(news),
      requested: (request) => {
        lists.asked.push(request)
        if (session.answer !== null) void clients.answerRequest(request.requestId, session.answer(request))
      },
      foldersTold: ignore,
      requestWithdrawn: ignore,
      challenged: ignore,
      elicitationCompleted: ignore,
      progressed: (news) => lists.progress.push(news),
      logged: ignore
    },
    hostEnvironment: process.env,
    clientInfo: { name: 'parley-tests', version: '0' },
    now: Date.now,
    tap: (_connectionId, direction, message) => {
      if (direction === 'out' && 'method' in message)
        sent.push({ params: {}, ...(message as object), at: Date.now() } as unknown as Sent)
    }
  })
  const launch = () => {
    counter += 1
    const known = { knownEra: null, logLevel: null, pingIntervalMs: 0 } as const
    return { serverName: 'tested', connectionId: `connection-${counter}`, connectTimeoutMs: 15_000, ...known }
  }
  const session: CallSession = {
    clients,
    ...lists,
    sent,
    answer: null,
    start: async (file, ...args) => {
      const command = { command: process.execPath, args: [fileOf(file), ...args], env: {}, cwd: null }
      return await clients.connect({ transport: 'stdio', ...command, ...launch() })
    },
    reach: async (url) => await clients.connect({ transport: 'http', url, headers: {}, ...launch() }),
    call: (info, toolName, args = {}, more = {}) => {
      counter += 1
      return clients.callTool({
        callId: `call-${counter}`,
        serverName: 'tested',
        connectionId: info.connectionId,
        toolName,
        arguments: args,
        timeoutMs: 10_000,
        maxTotalTimeoutMs: 20_000,
        task: null,
        ...more
      })
    },
    lastCallId: () => `call-${counter}`,
    methods: () => sent.map(({ method }) => method),
    close: () => clients.shutdown()
  }
  return session
}
