/**
 * The servers of conversations that are replayed. Each has the name that was recorded, and answers from a recording or
 * by a server of the settings.
 */
import { HostError, toFailure } from '../../base/host-error'
import { readBlock } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import type { Approvals, MetadataReview } from '../../consent/interface'
import type { ToolCallOutcome } from '../../mcp/interface'
import type { CatalogTool, Servers, ServerToolCall } from '../../servers/interface'
import { buildCatalog } from '../../servers/tools/catalog'
import { quote, say } from '../../texts/render-localized'
import type { RecordedTools } from '../../workbench/recordings/recorded-tools'

type TurnServers = Pick<
  Servers,
  | 'catalog'
  | 'usableTools'
  | 'readTool'
  | 'checkArguments'
  | 'callTool'
  | 'instructions'
  | 'freshenTools'
  | 'wake'
>
type Decide = Approvals['decideToolCall']

export interface ReplayedServer {
  readonly recordedName: string
  readonly answeredBy:
    | { readonly type: 'recording'; readonly recorded: RecordedTools }
    | { readonly type: 'server'; readonly serverName: string }
}

export interface ReplayedConversation {
  readonly servers: readonly ReplayedServer[]
  /** The name for models of a tool that was called. */
  readonly modelNames: ReadonlyMap<string, string>
  readonly description: {
    readonly serverName: string
    readonly toolName: string
    readonly text: string
  } | null
}

export class ReplayedServers {
  readonly #replayed = new Map<string, ReplayedConversation>()
  readonly #reviews = new Map<string, MetadataReview>()

  /** Call the returned function at the end. */
  play(conversationId: string, replayed: ReplayedConversation): () => void {
    this.#replayed.set(conversationId, replayed)
    return () => {
      this.#replayed.delete(conversationId)
      this.#reviews.delete(conversationId)
    }
  }

  readonly replaceIn = <S extends TurnServers>(servers: S, conversationId: string): S => {
    const replayed = this.#replayed.get(conversationId)
    return replayed === undefined ? servers : { ...servers, ...replace(servers, replayed) }
  }

  /**
   * What models may read of its servers ends with the replay, as they have the names of others. Null: the conversation isn't
   * replayed.
   */
  findReview(conversationId: string, create: () => MetadataReview): MetadataReview | null {
    if (!this.#replayed.has(conversationId)) return null
    const review = this.#reviews.get(conversationId) ?? create()
    this.#reviews.set(conversationId, review)
    return review
  }

  /** Servers that answer under this recorded name now. */
  findAnswering(recordedName: string): readonly string[] {
    return [...this.#replayed.values()].flatMap((replayed) => realNames(replayed).get(recordedName) ?? [])
  }

  /**
   * A recorded answer needs no approval: nothing runs, and nothing is sent. Any other call is approved as one to its real server,
   * with the description that this server gave.
   */
  readonly decide =
    (decide: Decide, { readTool }: Pick<Servers, 'readTool'>): Decide =>
    async (request, signal) => {
      const replayed = this.#replayed.get(request.conversationId ?? '')
      if (replayed === undefined) return await decide(request, signal)
      const { answeredBy } = find(replayed, request.serverName)
      if (answeredBy.type === 'recording')
        return { type: 'allowed', arguments: request.arguments, isEdited: false, by: 'person' }
      const { serverName } = answeredBy
      // Recorded text is of the server that was recorded.
      const toReal = (name: string) => realNames(replayed).get(name)?.[0] ?? name
      const readFrom = request.readFrom.map(toReal).filter((name) => name !== serverName)
      const flows = request.flows?.map((flow) => ({
        ...flow,
        origin:
          'serverName' in flow.origin
            ? { ...flow.origin, serverName: toReal(flow.origin.serverName) }
            : flow.origin
      }))
      const { description: toolDescription } = readTool(serverName, request.toolName)
      const real = { ...request, serverName, toolDescription, readFrom }
      return await decide({ ...real, ...(flows !== undefined && { flows }) }, signal)
    }
}

function replace(servers: TurnServers, replayed: ReplayedConversation): TurnServers {
  const list = () => replayed.servers.flatMap((server) => listTools(servers, server, replayed))
  return {
    catalog: list,
    usableTools: list,
    instructions: () => [],
    freshenTools: async () => {
      const real = new Set([...realNames(replayed).values()].flat())
      await servers.freshenTools((serverName) => real.has(serverName))
    },
    wake: async (serverName, signal) => {
      const { answeredBy } = find(replayed, serverName)
      if (answeredBy.type === 'server') await servers.wake(answeredBy.serverName, signal)
    },
    readTool: (serverName, toolName) => {
      const tool = list().find((one) => one.serverName === serverName && one.name === toolName)
      if (tool === undefined) throw unknownTool(serverName, toolName)
      return tool
    },
    checkArguments: async (serverName, toolName, args) => {
      const { answeredBy } = find(replayed, serverName)
      return answeredBy.type === 'server'
        ? await servers.checkArguments(answeredBy.serverName, toolName, args)
        : []
    },
    callTool: async (call) => {
      const { answeredBy } = find(replayed, call.serverName)
      return answeredBy.type === 'server'
        ? await servers.callTool({ ...call, serverName: answeredBy.serverName })
        : answerCall(call, answeredBy.recorded)
    }
  }
}

function realNames({ servers }: ReplayedConversation): ReadonlyMap<string, readonly string[]> {
  return new Map(
    servers.map(({ recordedName, answeredBy }) => [
      recordedName,
      answeredBy.type === 'server' ? [answeredBy.serverName] : []
    ])
  )
}

/** @throws HostError SERVER_UNKNOWN */
function find({ servers }: ReplayedConversation, name: string): ReplayedServer {
  const found = servers.find(({ recordedName }) => recordedName === name)
  if (found === undefined) throw unknownTool(name, '')
  return found
}

function listTools(
  servers: Pick<Servers, 'usableTools'>,
  { recordedName, answeredBy }: ReplayedServer,
  { modelNames, description }: ReplayedConversation
): readonly CatalogTool[] {
  const tools =
    answeredBy.type === 'server'
      ? servers.usableTools().filter(({ serverName }) => serverName === answeredBy.serverName)
      : toCatalog(recordedName, answeredBy.recorded)
  return tools.map((tool) => ({
    ...tool,
    serverName: recordedName,
    modelToolName: modelNames.get(`${recordedName} ${tool.name}`) ?? tool.modelToolName,
    ...(description?.serverName === recordedName &&
      description.toolName === tool.name && { description: description.text })
  }))
}

function toCatalog(serverName: string, { tools }: RecordedTools): readonly CatalogTool[] {
  return buildCatalog(
    tools.map((tool) => ({
      ...tool,
      serverName,
      annotations: {},
      icons: [],
      isDisabled: false,
      problem: null,
      taskSupport: 'forbidden'
    }))
  )
}

function answerCall({ toolName, arguments: args }: ServerToolCall, recorded: RecordedTools): ToolCallOutcome {
  const answer = recorded.answer(toolName, args)
  if (answer === null) return failed(say('recordings.noAnswer', { tool: toolName }))
  const { result, error } = answer
  if (isJsonObject(error)) {
    const { message, code } = error
    const text = typeof message === 'string' ? message : ''
    return failed(quote(text), typeof code === 'number' ? { rpcCode: code } : {})
  }
  if (!isJsonObject(result)) return failed(say('recordings.brokenAnswer', { tool: toolName }))
  const { content, structuredContent = null, isError, _meta } = result
  return {
    type: 'completed',
    content: (Array.isArray(content) ? content : []).map(toBlock),
    structuredContent,
    isError: isError === true,
    ...(_meta !== undefined && { meta: _meta as JsonObject }),
    outputProblems: []
  }
}

function failed(text: LocalizedText, data: JsonObject = {}): ToolCallOutcome {
  return { type: 'failed', failure: toFailure(new HostError('TOOL_ERROR', text, { data })) }
}

function toBlock(raw: JsonValue): ContentBlock {
  const block = raw as JsonObject
  const known = readBlock(block)
  if (known === null) return { type: 'unknown', raw }
  const { audience = [], priority = null } = (block['annotations'] ?? {}) as JsonObject
  if (block['annotations'] === undefined) return known
  return { ...known, annotations: { audience, priority } } as ContentBlock
}

function unknownTool(serverName: string, toolName: string): HostError {
  return new HostError('TOOL_UNKNOWN', say('recordings.noTool', { server: serverName, tool: toolName }))
}
