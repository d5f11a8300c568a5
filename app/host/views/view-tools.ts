/**
 * The tools that open views register: models of their conversation get them like tools of the view's server, with the
 * same approval and records. What a view says about their effects isn't trusted. They end with the view.
 * @spec MCP Apps draft App-Provided Tools
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { HostError, toFailure } from '../../base/host-error'
import { cutText } from '../../base/cut-text'
import { hashToolDefinition } from '../../consent/tool-definition-hash'
import { jsonObject, jsonValue } from '../../contract/json'
import type { TurnCalls } from '../../conversation/calls/turn-calls'
import type { Ledger } from '../../ledger/interface'
import { recordViewToolCall } from '../../ledger/record-servers'
import type { ToolCallOutcome } from '../../mcp/interface'
import type { CatalogTool, Servers, ServerToolCall } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import type { ViewSession } from '../../views/interface'

export interface ViewToolsOptions {
  readonly ledger: Pick<Ledger, 'record'>
  readonly runningCalls: Pick<TurnCalls, 'find'>
}

interface Provider {
  readonly conversationId: string
  readonly serverName: string
  readonly session: ViewSession
  tools: readonly CatalogTool[]
  isReading: boolean
  /** It changed while it was read. */
  isStale: boolean
}

type TurnServers = Pick<Servers, 'catalog' | 'usableTools' | 'readTool' | 'checkArguments' | 'callTool'>

const mostTools = 50
/** In characters: of a description, and of a schema as JSON. */
const longest = { description: 2_000, schema: 20_000 }
/** No tool of a server that Parley offers has this prefix, unless it has the same name. */
const prefix = 'app/'

export class ViewTools {
  readonly #options: ViewToolsOptions
  /** By view, oldest first. */
  readonly #providers = new Map<string, Provider>()

  constructor(options: ViewToolsOptions) {
    this.#options = options
  }

  /** Call it when the view is ready, and again after its list has changed. Never rejects. */
  async read(
    viewId: string,
    view: Pick<Provider, 'conversationId' | 'serverName' | 'session'>
  ): Promise<void> {
    const provider = this.#providers.get(viewId) ?? { ...view, tools: [], isReading: false, isStale: false }
    this.#providers.set(viewId, provider)
    if (provider.isReading) {
      provider.isStale = true
      return
    }
    provider.isReading = true
    do {
      provider.isStale = false
      const listed = await view.session.listTools().catch(() => [])
      provider.tools = listed.slice(0, mostTools).flatMap((tool) => readTool(tool, view.serverName) ?? [])
    } while (provider.isStale && this.#providers.has(viewId))
    provider.isReading = false
  }

  forget(viewId: string): void {
    this.#providers.delete(viewId)
  }

  /** The servers of one conversation's turn, with the tools of its open views. */
  readonly addTo = <S extends TurnServers>(servers: S, conversationId: string): S => {
    const find = (serverName: string, toolName: string): Provider | undefined =>
      this.#find(conversationId, serverName, toolName)
    return {
      ...servers,
      catalog: () => this.#join(servers.catalog(), conversationId),
      usableTools: () => this.#join(servers.usableTools(), conversationId),
      readTool: (serverName, toolName) => {
        const tool = find(serverName, toolName)?.tools.find(({ name }) => name === toolName)
        return tool ?? servers.readTool(serverName, toolName)
      },
      // The view checks them itself.
      checkArguments: (serverName, toolName, args) =>
        find(serverName, toolName) === undefined
          ? servers.checkArguments(serverName, toolName, args)
          : Promise.resolve([]),
      callTool: (call) => {
        const provider = find(call.serverName, call.toolName)
        return provider === undefined ? servers.callTool(call) : this.#call(provider, call)
      }
    }
  }

  /** The newest view wins. */
  #find(conversationId: string, serverName: string, toolName: string): Provider | undefined {
    return [...this.#providers.values()].findLast(
      (provider) =>
        provider.conversationId === conversationId &&
        provider.serverName === serverName &&
        provider.tools.some(({ name }) => name === toolName)
    )
  }

  /** A tool of a server keeps its name. */
  #join(tools: readonly CatalogTool[], conversationId: string): readonly CatalogTool[] {
    const own = [...this.#providers.values()].filter((provider) => provider.conversationId === conversationId)
    if (own.length === 0) return tools
    const taken = new Set(tools.map(({ modelToolName }) => modelToolName))
    const added = own.toReversed().flatMap((provider) =>
      provider.tools.filter(({ modelToolName }) => {
        const isFree = !taken.has(modelToolName)
        taken.add(modelToolName)
        return isFree
      })
    )
    return [...tools, ...added]
  }

  async #call({ session }: Provider, call: ServerToolCall): Promise<ToolCallOutcome> {
    const { callId, serverName, toolName, arguments: content, signal } = call
    const { conversationId = null, messageId = null, grantId } = this.#options.runningCalls.find(callId) ?? {}
    recordViewToolCall(this.#options.ledger, {
      conversationId,
      messageId,
      callId,
      serverName,
      toolName,
      content,
      grantId
    })
    try {
      return toOutcome(await session.callTool(toolName.slice(prefix.length), content, signal))
    } catch {
      // Closed, late, or its own error.
      if (signal.aborted) return { type: 'cancelled' }
      const failed = new HostError('TOOL_ERROR', say('views.toolFailed', { server: serverName }))
      return { type: 'failed', failure: toFailure(failed) }
    }
  }
}

/** Null: it can't be offered. */
function readTool(
  { name, title, description = '', inputSchema }: Tool,
  serverName: string
): CatalogTool | null {
  const schema = jsonObject.safeParse(inputSchema).data
  const isUsable = /^[\w.-]{1,40}$/u.test(name) && schema !== undefined
  if (!isUsable || JSON.stringify(schema).length > longest.schema) return null
  const toolName = `${prefix}${name}`
  const definition = {
    title: title === undefined ? null : cutText(title, 100),
    description: cutText(description, longest.description),
    inputSchema: schema,
    outputSchema: null,
    annotations: {}
  }
  return {
    ...definition,
    serverName,
    name: toolName,
    modelToolName: nameForModel(serverName, name),
    definitionHash: hashToolDefinition(toolName, definition),
    icons: [],
    isDisabled: false,
    problem: null,
    taskSupport: 'forbidden'
  }
}

function nameForModel(serverName: string, name: string): string {
  const written = `${serverName.slice(0, 15)}__app_${name}`.replace(/[^A-Za-z0-9_-]/gu, '_')
  return /^[A-Za-z_]/u.test(written) ? written : `_${written}`
}

/** Only its text and its data. */
function toOutcome({ content, structuredContent, isError = false }: CallToolResult): ToolCallOutcome {
  const texts = content.flatMap((block) =>
    block.type === 'text' ? [{ type: block.type, text: block.text }] : []
  )
  return {
    type: 'completed',
    content: texts,
    structuredContent: jsonValue.safeParse(structuredContent ?? null).data ?? null,
    isError,
    outputProblems: []
  }
}
