/**
 * The program that the official conformance runner starts: connects Parley's own clients to the given address and does
 * what the named scenario asks of a user.
 */
import process from 'node:process'
import type { SignInTarget } from '../../auth/interface'
import { createInProcessGateway } from '../../mcp/gateway/in-process-gateway'
import type { JsonObject, JsonValue } from '../../contract/json'
import type { ToolView } from '../../contract/servers'
import type {
  ConnectionInfo,
  McpClients,
  McpEvents,
  McpGateway,
  RemoteLaunch,
  ServerLaunch,
  ServerRequest
} from '../../mcp/interface'
import { createConformanceUser } from './user'
import { createOauthSettings } from './sign-in-settings'
import { toEnglish } from '../../texts/render-localized'

const connectionId = 'conformance'
const callTimeoutMs = 20_000

/** A scenario as the runner describes it to the client. */
interface Task {
  readonly scenario: string
  readonly context: JsonObject
  readonly url: string
}

/** Takes messages in addition to the result. */
type Report = (text: string) => void

interface Session {
  readonly report: Report
  readonly clients: McpClients
  readonly info: ConnectionInfo
  readonly context: JsonObject
}

/** Scenarios with specific steps; for all others it uses everything that the server offers. */
const scenarios: Readonly<Record<string, (session: Session) => Promise<void>>> = {
  initialize: async () => {},
  'request-metadata': async () => {},
  'json-schema-ref-no-deref': async () => {},
  'sep-2640-client-no-prefetch': async ({ clients }) => void (await clients.listResources(connectionId)),
  'json-schema-2020-12-preservation': async (session) => {
    const schema =
      session.info.tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema ?? {}
    await callTool(session, 'json_schema_echo', { schema })
  },
  'http-custom-headers': async (session) => {
    for (const call of session.context['toolCalls'] as { name: string; arguments: JsonObject }[])
      await callTool(session, call.name, call.arguments)
  },
  'sep-2322-client-request-state': async (session) => {
    // In parallel: input requests of one call must not reach the other.
    await Promise.all(session.info.tools.map(({ name }) => callTool(session, name, {})))
  }
}

/** Every tool with made-up arguments, every resource, every prompt. */
async function useEverything(session: Session): Promise<void> {
  const { clients, info } = session
  for (const tool of info.tools) if (tool.problem === null) await callTool(session, tool.name, sampleOf(tool))
  const { resources } = await clients.listResources(connectionId)
  for (const { uri } of resources) await clients.readResource(connectionId, uri)
  const prompts = await clients.listPrompts(connectionId)
  for (const prompt of prompts) {
    const args = Object.fromEntries(prompt.arguments.map(({ name }) => [name, 'value']))
    await clients.getPrompt({ connectionId, name: prompt.name, arguments: args })
  }
}

async function callTool({ clients, report }: Session, toolName: string, args: JsonObject): Promise<void> {
  const outcome = await clients.callTool({
    callId: `call-${toolName}`,
    serverName: 'conformance',
    connectionId,
    toolName,
    arguments: args,
    timeoutMs: callTimeoutMs,
    maxTotalTimeoutMs: callTimeoutMs,
    task: null
  })
  // Some scenarios reject calls on purpose. The runner checks what it received.
  if (outcome.type === 'failed') report(`${toolName}: ${outcome.failure.message}`)
}

function sampleOf({ inputSchema }: ToolView): JsonObject {
  const properties = (inputSchema['properties'] ?? {}) as Record<string, JsonObject>
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleValue(schema)]))
}

function sampleValue(schema: JsonObject): JsonValue {
  const choices = schema['enum']
  if (Array.isArray(choices)) return choices[0] ?? null
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return 7
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'value'
  }
}

/** Acts as a user who submits every form unchanged. */
async function answer({ clients }: McpGateway, request: ServerRequest): Promise<void> {
  if (request.type !== 'elicitation-form') return
  const content = prefilled(request.requestedSchema)
  await clients.answerRequest(request.requestId, { type: 'elicitation', action: 'accept', content })
}

function prefilled(schema: JsonObject): JsonObject {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>)
  const required = new Set((schema['required'] ?? []) as string[])
  return Object.fromEntries(
    properties.flatMap(([name, property]) => {
      if (property['default'] !== undefined) return [[name, property['default']]]
      return required.has(name) ? [[name, sampleValue(property)]] : []
    })
  )
}

function followRequests(gateway: McpGateway, report: Report, fail: (error: unknown) => void): void {
  const ignore = () => {}
  const events: Omit<McpEvents, 'challenged'> = {
    connectionClosed: ({ reason }) => report(toEnglish(reason)),
    installing: ignore,
    toolsChanging: ignore,
    toolsChanged: ignore,
    resourcesChanged: ignore,
    promptsChanged: ignore,
    resourceUpdated: ignore,
    limitNear: ignore,
    taskChanged: ignore,
    answeredLate: ignore,
    traced: ignore,
    messagesChanged: ignore,
    requested: (request) => void answer(gateway, request).catch(fail),
    foldersTold: ignore,
    exchangeChanged: ignore,
    requestRefused: ignore,
    requestWithdrawn: ignore,
    networkAccessRequested: ignore,
    hostReached: ignore,
    fileAccessed: ignore,
    limitExceeded: ignore,
    elicitationCompleted: ignore,
    progressed: ignore,
    logged: ({ line }) => report(`${line.level}: ${line.text}`)
  }
  gateway.subscribe(events)
}

/** Resolves to whether everything required succeeded. `report` gets the reasons of failures. */
export async function runScenario({ scenario, context, url }: Task, report: Report): Promise<boolean> {
  let isDone = true
  const fail = (error: unknown) => {
    report(error instanceof Error ? (error.stack ?? error.message) : String(error))
    isDone = false
  }
  const gateway = createInProcessGateway({
    clientInfo: { name: 'Parley', version: '0.0.0' },
    hostEnvironment: process.env,
    now: Date.now
  })
  followRequests(gateway, report, fail)
  const { clients } = gateway
  const person = createConformanceUser(
    gateway,
    { serverName: 'conformance', url, oauth: createOauthSettings(scenario, context) } as SignInTarget,
    report
  )
  try {
    const info = await person.connect({
      transport: 'http',
      url,
      headers: {},
      serverName: 'conformance',
      connectionId,
      connectTimeoutMs: callTimeoutMs,
      knownEra: null,
      logLevel: null,
      pingIntervalMs: 0
    } as Extract<ServerLaunch, RemoteLaunch>)
    await (scenarios[scenario] ?? useEverything)({ clients, info, context, report })
  } catch (error) {
    fail(error)
  } finally {
    person.dispose()
    await clients.shutdown().catch(fail)
  }
  return isDone
}
