/**
 * Messages that the user writes to a server. A call of a tool goes through the same decision, limits and records as a call in
 * Direct mode; `choose-road.ts` says what else is asked about. What the server gets is what the question showed.
 */
import { HostError, fromFailure } from '../../base/host-error'
import type { Approvals } from '../../consent/interface'
import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import { directModelId } from '../../contract/direct-model'
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json'
import type { WrittenMessage } from '../../contract/workbench/written-messages'
import type {
  McpClients,
  ToolCallOutcome,
  WrittenMessage as WireWrittenMessage,
  WrittenOutcome
} from '../../mcp/interface'
import type { CatalogTool, Servers } from '../../servers/interface'
import { usedUp, restless } from '../../conversation/calls/call-failures'
import { chooseRoad, type Road } from './choose-road'

export interface WrittenMessagesOptions {
  readonly servers: Pick<
    Servers,
    'list' | 'readTool' | 'callTool' | 'wake' | 'findConnection' | 'sendWritten'
  >
  readonly clients: Pick<McpClients, 'checkWritten' | 'listMethods'>
  readonly consent: Pick<Approvals, 'decideToolCall' | 'ask' | 'userBegan' | 'forgetConversation'>
  readonly newId: () => string
}

type End = CallOutput<'messages.send'>['end']

interface Sending {
  readonly serverName: string
  readonly id: string | number | null
  readonly stop: AbortController
  isSent: boolean
}

/** Methods and the capability that a server declares for them. */
const capabilities: readonly (readonly [RegExp, string])[] = [
  [/^tools\//u, 'tools'],
  [/^resources\/(?:un)?subscribe$/u, 'resources.subscribe'],
  [/^resources\//u, 'resources'],
  [/^prompts\//u, 'prompts'],
  [/^completion\//u, 'completions'],
  [/^logging\//u, 'logging'],
  [/^tasks\//u, 'tasks']
]

export class WrittenMessages {
  readonly #options: WrittenMessagesOptions
  readonly #sending = new Set<Sending>()
  #count = 0

  constructor(options: WrittenMessagesOptions) {
    this.#options = options
  }

  readonly listMethods = async ({
    serverName
  }: CallInput<'messages.list-methods'>): Promise<CallOutput<'messages.list-methods'>> => {
    const { servers, clients } = this.#options
    const methods = await clients.listMethods(servers.findConnection(serverName))
    const view = servers.list().find(({ name }) => name === serverName)
    const declared = view?.capabilities ?? []
    return {
      revision: view?.protocolVersion ?? '',
      methods: methods.map((each) => ({ ...each, isDeclared: isDeclared(each.method, declared) }))
    }
  }

  readonly check = async ({
    serverName,
    message
  }: CallInput<'messages.check'>): Promise<CallOutput<'messages.check'>> => {
    const { servers, clients } = this.#options
    const road = this.#chooseRoad(serverName, message)
    const wire = toWire(message, message.id ?? 'parley-…')
    const found = await clients.checkWritten(servers.findConnection(serverName), wire)
    return {
      text: found.text,
      checkedAgainst: found.checkedAgainst,
      faults: [...found.faults],
      refusal: road.type === 'refuse' ? road.reason : null,
      isAsked: road.type === 'call' || road.type === 'ask'
    }
  }

  readonly send = async ({
    serverName,
    message
  }: CallInput<'messages.send'>): Promise<CallOutput<'messages.send'>> => {
    const { servers, consent } = this.#options
    const id = message.kind === 'notification' ? null : (message.id ?? this.#nextId())
    const sending: Sending = { serverName, id, stop: new AbortController(), isSent: false }
    this.#sending.add(sending)
    const { signal } = sending.stop
    try {
      consent.userBegan(serverName)
      await servers.wake(serverName, signal)
      const road = this.#chooseRoad(serverName, message)
      if (road.type === 'refuse') throw new HostError('REQUEST_REFUSED', road.reason)
      const wire = toWire(message, id)
      const end =
        road.type === 'call'
          ? await this.#call(serverName, wire, sending)
          : await this.#askAndSend(serverName, wire, { road, sending })
      return { id: id === null ? null : JSON.stringify(id), end }
    } catch (error) {
      if (signal.aborted) return { id: id === null ? null : JSON.stringify(id), end: 'stopped' }
      throw error
    } finally {
      this.#sending.delete(sending)
    }
  }

  readonly stop = ({ serverName }: CallInput<'messages.stop'>): void => {
    for (const sending of this.#sending) if (sending.serverName === serverName) sending.stop.abort()
  }

  #nextId(): string {
    this.#count += 1
    return `parley-${this.#count}`
  }

  #chooseRoad(serverName: string, message: WrittenMessage): Road {
    const isOpen = (id: unknown) =>
      [...this.#sending].some(
        (sending) =>
          sending.isSent && sending.id !== null && sending.serverName === serverName && sending.id === id
      )
    return chooseRoad(message, {
      isTool: (name) => typeof name === 'string' && this.#findTool(serverName, name) !== null,
      isOwnRequest: isOpen
    })
  }

  #findTool(serverName: string, name: string): CatalogTool | null {
    try {
      return this.#options.servers.readTool(serverName, name)
    } catch {
      return null // unknown or broken: the user may send it all the same
    }
  }

  async #askAndSend(
    serverName: string,
    message: WireWrittenMessage,
    { road, sending }: { readonly road: Road; readonly sending: Sending }
  ): Promise<End> {
    const { signal } = sending.stop
    const { consent, servers, clients } = this.#options
    if (road.type === 'ask') {
      const { text } = await clients.checkWritten(servers.findConnection(serverName), message)
      const question = {
        serverName,
        method: message.method,
        message: JSON.parse(text) as JsonValue,
        note: road.note
      }
      const decision = await consent.ask['written-message'](question, signal)
      if (decision.type !== 'send') return signal.aborted ? 'stopped' : 'denied'
    }
    sending.isSent = true
    return toEnd(await servers.sendWritten(serverName, message, signal))
  }

  /** Everything but the arguments is shown beside them, and no permission covers it. */
  async #call(serverName: string, message: WireWrittenMessage, sending: Sending): Promise<End> {
    const { signal } = sending.stop
    const { servers, consent, newId } = this.#options
    const { name, arguments: given, ...others } = message.params as JsonObject
    const tool = servers.readTool(serverName, name as string)
    const hasArguments = isJsonObject(given)
    const args = hasArguments ? given : {}
    const otherParams = { ...others, ...(!hasArguments && given !== undefined && { arguments: given }) }
    const [callId, scopeId] = [newId(), newId()]
    const decision = await consent
      .decideToolCall(
        {
          conversationId: scopeId,
          isInspected: true,
          callId,
          serverName,
          toolName: tool.name,
          toolTitle: tool.title,
          toolDescription: tool.description,
          annotations: tool.annotations,
          arguments: args,
          ...(Object.keys(otherParams).length > 0 && { otherParams }),
          inputSchema: tool.inputSchema,
          outputSchema: tool.outputSchema,
          ...(tool.ui !== undefined && { ui: tool.ui }),
          requestedBy: directModelId,
          turnId: scopeId,
          // The user wrote the call.
          readFrom: [],
          definitionHash: tool.definitionHash
        },
        signal
      )
      .finally(() => void consent.forgetConversation(scopeId).catch(() => {})) // it applies until Parley quits
    if (decision.type === 'denied') return 'denied'
    if (decision.type === 'used-up') throw fromFailure(usedUp(tool, decision))
    if (decision.type === 'restless') throw fromFailure(restless(tool))
    if (decision.type === 'withdrawn') return 'stopped'
    const params = decision.isEdited
      ? { ...(message.params as JsonObject), arguments: decision.arguments }
      : (message.params ?? {})
    sending.isSent = true
    const outcome = await servers.callTool({
      callId,
      serverName,
      toolName: tool.name,
      arguments: decision.arguments,
      written: { ...message, params },
      task: null,
      signal,
      onProgress: () => {},
      onLimitNear: () => {},
      onTask: () => {},
      onLateAnswer: () => {}
    })
    return toCallEnd(outcome)
  }
}

function isDeclared(method: string, declared: readonly string[]): boolean {
  const needed = capabilities.find(([pattern]) => pattern.test(method))?.[1]
  return needed === undefined || declared.some((each) => each === needed || each.startsWith(`${needed}.`))
}

function toWire({ method, params, isCompleted, kind }: WrittenMessage, id: string | number | null) {
  return {
    method,
    id: kind === 'notification' ? null : id,
    isCompleted,
    ...(params !== undefined && { params })
  }
}

/** @throws HostError: the failure */
function toEnd(outcome: WrittenOutcome): End {
  if (outcome.type === 'failed') throw fromFailure(outcome.failure)
  if (outcome.type === 'answered') return outcome.isError ? 'error' : 'result'
  return outcome.type === 'sent' ? 'sent' : 'stopped'
}

/** @throws HostError: the failure */
function toCallEnd(outcome: ToolCallOutcome): End {
  if (outcome.type === 'failed') throw fromFailure(outcome.failure)
  if (outcome.type === 'cancelled') return 'stopped'
  return outcome.isError ? 'error' : 'result'
}
