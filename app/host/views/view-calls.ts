/**
 * The tool calls of one view: to its own server, only of tools for views, with the same approval, limits and records as
 * a model's calls. After a denial, a view asks for nothing for a while.
 */
import type { CallToolRequest, CallToolResult, Tool } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { Approvals } from '../../consent/interface'
import type { JsonObject } from '../../contract/json'
import type { ToolView } from '../../contract/servers'
import { directModelId } from '../../contract/direct-model'
import { viewAskerId } from '../../contract/view-asker'
import type { TurnCalls } from '../../conversation/calls/turn-calls'
import type { CatalogTool, Servers } from '../../servers/interface'
import { quote, say } from '../../texts/render-localized'
import { toCallResult } from './stored-call'
import type { ViewPlace } from './view-requests'

export interface ViewCallsOptions {
  readonly servers: Pick<Servers, 'tools' | 'readTool' | 'checkArguments' | 'callTool'>
  readonly consent: Pick<Approvals, 'decideToolCall'>
  readonly runningCalls: Pick<TurnCalls, 'followView'>
  readonly now: () => number
  readonly newId: () => string
}

interface WantedCall {
  readonly tool: CatalogTool
  readonly args: JsonObject
  readonly requestedBy: string
  /** Called with the arguments that the server gets, before it gets them. */
  readonly onApproved?: (args: JsonObject) => void
}

/** At once. */
const mostCalls = 10
const quietMs = 60_000

export class ViewCalls {
  readonly #options: ViewCallsOptions
  readonly #place: ViewPlace
  #count = 0
  #quietUntil = 0

  constructor(options: ViewCallsOptions, place: ViewPlace) {
    this.#options = options
    this.#place = place
  }

  /** @spec MCP Apps 2026-01-26 Visibility */
  listTools(): Tool[] {
    return this.#options.servers.tools(this.#place.serverName).filter(isForView).map(toWireTool)
  }

  /** @throws HostError REQUEST_REFUSED, TOOL_UNKNOWN, TOOL_INVALID_ARGUMENTS, and the failure of the call */
  async call(
    { name, arguments: args = {} }: CallToolRequest['params'],
    signal: AbortSignal
  ): Promise<CallToolResult> {
    const tool = this.#options.servers.readTool(this.#place.serverName, name)
    if (!isForView(tool)) throw refused()
    if (this.#count >= mostCalls || this.#options.now() < this.#quietUntil) throw refused()
    this.#count += 1
    try {
      return await this.#checkAndRun({ tool, args: args as JsonObject, requestedBy: viewAskerId }, signal)
    } finally {
      this.#count -= 1
    }
  }

  /** The tool of the view itself, for the user who inspects the view. @throws as `call` */
  async callOwn(
    args: JsonObject,
    onApproved: (args: JsonObject) => void,
    signal: AbortSignal
  ): Promise<CallToolResult> {
    const { serverName, toolName } = this.#place
    const tool = this.#options.servers.readTool(serverName, toolName)
    return await this.#checkAndRun({ tool, args, requestedBy: directModelId, onApproved }, signal)
  }

  async #checkAndRun(wanted: WantedCall, signal: AbortSignal): Promise<CallToolResult> {
    const { servers, runningCalls, newId } = this.#options
    const { tool, args, onApproved, requestedBy } = wanted
    const { serverName, name: toolName } = tool
    const problems = await untilAborted(servers.checkArguments(serverName, toolName, args), signal)
    if (problems.length > 0)
      throw new HostError('TOOL_INVALID_ARGUMENTS', say('views.argumentsMisfit', { tool: toolName }))
    // `toolInfo` of the host context has the id of the view's own call.
    const callId = requestedBy === viewAskerId ? newId() : this.#place.callId
    const decision = await this.#decide(callId, wanted, signal)
    onApproved?.(decision.arguments)
    const { conversationId, messageId } = this.#place
    const grant = decision.by === 'grant' ? { grantId: decision.grantId ?? null } : {}
    const endFollowing = runningCalls.followView({ conversationId, messageId, callId, toolName, ...grant })
    try {
      const outcome = await servers.callTool({
        callId,
        serverName,
        toolName,
        arguments: decision.arguments,
        task: null,
        signal,
        onProgress: () => {},
        onLimitNear: () => {},
        onTask: () => {},
        onLateAnswer: () => {}
      })
      if (outcome.type === 'completed') return toCallResult(outcome)
      if (outcome.type === 'failed')
        throw new HostError(outcome.failure.code, outcome.failure.said ?? quote(outcome.failure.message))
      throw refused()
    } finally {
      endFollowing()
    }
  }

  async #decide(callId: string, { tool, args, requestedBy }: WantedCall, signal: AbortSignal) {
    const { scopeId, conversationId, messageId } = this.#place
    const { ui } = tool
    const decision = await this.#options.consent.decideToolCall(
      {
        conversationId: scopeId,
        ...(conversationId === null && { isInspected: true as const }),
        callId,
        serverName: tool.serverName,
        toolName: tool.name,
        toolTitle: tool.title,
        toolDescription: tool.description,
        annotations: tool.annotations,
        arguments: args,
        inputSchema: tool.inputSchema,
        outputSchema: tool.outputSchema,
        ...(ui !== undefined && { ui }),
        requestedBy,
        turnId: messageId ?? scopeId,
        // A view knows only its own server.
        readFrom: [],
        definitionHash: tool.definitionHash
      },
      signal
    )
    if (decision.type === 'allowed') return decision
    if (decision.type === 'denied') this.#quietUntil = this.#options.now() + quietMs
    throw refused()
  }
}

function isForView({ ui }: Pick<ToolView, 'ui'>): boolean {
  return ui?.isForView !== false
}

function refused(): HostError {
  return new HostError('REQUEST_REFUSED', say('views.callRefused'))
}

export function toWireTool({ name, description, inputSchema }: ToolView): Tool {
  return { name, description, inputSchema: { ...inputSchema, type: 'object' } }
}
