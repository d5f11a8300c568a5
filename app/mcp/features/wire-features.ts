/**
 * What one connected server offers besides tools: resources, prompts, completion and resource changes. Parley requests
 * only what the server declared. `send-request.ts` handles failures; `resources.ts`, `prompts.ts` and `completion.ts`
 * read the answers.
 */
import type { Client } from '@modelcontextprotocol/client'
import type { HostError } from '../../base/host-error'
import type { Occasion } from '../../contract/exchanges'
import type { ListedTask } from '../../contract/tool-calls'
import type { Completion, PromptResult, PromptView, ResourceContents } from '../../contract/offers'
import { sendRequest, isUnknownMethod, toRequestFailure } from '../calls/send-request'
import type { Purpose, WireRequest } from '../calls/send-request'
import { createCompleter } from './completion'
import type { CompletionRequest } from './completion'
import type { WireExchanges } from '../server-requests/wire-exchanges'
import type { ResourceLists } from '../interface'
import type { SubscriptionStream } from './subscription-stream'
import { ListCache } from './list-cache'
import type { ListName } from './list-watch'
import { readKeptList } from './paged-list'
import type { ListKind } from './paged-list'
import { readTaskAbilities, readTask } from '../protocol/task-wire'
import { promptKind, toPromptResult } from './prompts'
import { listResources, toResourceContents } from './resources'
import { requireGenuine, skillKind, skillsExtension, toSkillResource } from './skills'
import type { SkillEntry } from './skills'
import type { LogServerLine } from '../protocol/wire-log'
import { cutText } from '../../base/cut-text'
import { isJsonFields, textOrNull } from '../protocol/json-fields'

/** In characters. */
const dateLimit = 40

/**
 * Reads the list of tasks that a server still has.
 * @spec 2025-11-25 basic/utilities/tasks#listing-tasks
 */
const taskKind: ListKind<ListedTask> = {
  method: 'tasks/list',
  field: 'tasks',
  request: 'tasks',
  noun: 'task',
  read: (entry) => {
    const task = readTask(entry)
    if (task === null) return 'has no usable id or state'
    const createdAt = isJsonFields(entry) ? textOrNull(entry['createdAt']) : null
    return { ...task.view, createdAt: createdAt === null ? null : cutText(createdAt, dateLimit) }
  },
  keyOf: ({ taskId }) => taskId
}

const timeoutMs = 60_000

export interface ServerFeaturesOptions {
  readonly serverName: string
  readonly log: LogServerLine
  /** Fires at the end of the connection. */
  readonly signal: AbortSignal
  /** Null on connections of the older revisions. */
  readonly subscriptions: SubscriptionStream | null
  readonly exchanges: WireExchanges
  readonly explain: (error: unknown) => HostError | null
}

/** As the methods of `McpClients`, for one connection. */
export class ServerFeatures {
  readonly #client: Client
  readonly #options: ServerFeaturesOptions
  readonly #subscribed = new Set<string>()
  #skills: readonly SkillEntry[] = []
  readonly #lists = new ListCache(() => performance.now())
  readonly complete: (request: CompletionRequest) => Promise<Completion>

  constructor(client: Client, options: ServerFeaturesOptions) {
    this.#client = client
    this.#options = options
    this.complete = createCompleter(client, (request) =>
      this.#send(request, { request: 'completion', name: request.method })
    )
  }

  async listResources(): Promise<ResourceLists> {
    if (this.#capabilities?.resources === undefined) return { resources: [], templates: [] }
    const { serverName } = this.#options
    const lists = listResources(serverName, (kind) => this.#readList(kind))
    const [{ resources, templates }, skills] = await Promise.all([lists, this.#listSkills()])
    const own = new Set(skills.map(({ uri }) => uri))
    const others = resources.filter(({ uri }) => !own.has(uri))
    return { resources: [...skills.map((skill) => toSkillResource(skill, serverName)), ...others], templates }
  }

  async readResource(uri: string): Promise<ResourceContents[]> {
    const request = { method: 'resources/read', params: { uri } }
    const occasion = { kind: 'resource', name: uri } as const
    const result = await this.#sendWithInputs(request, occasion)
    const skill = this.#skills.find((item) => item.uri === uri || item.files?.has(uri) === true)
    if (skill !== undefined) await requireGenuine(uri, result, skill)
    return toResourceContents(result, uri, this.#options.log)
  }

  async listPrompts(): Promise<PromptView[]> {
    if (this.#capabilities?.prompts === undefined) return []
    const { serverName, log } = this.#options
    return await this.#readList(promptKind(serverName, log))
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<PromptResult> {
    const request = { method: 'prompts/get', params: { name, arguments: { ...args } } }
    const result = await this.#sendWithInputs(request, { kind: 'prompt', name })
    return toPromptResult(result, name, this.#options.log)
  }

  async listTasks(): Promise<ListedTask[]> {
    if (readTaskAbilities(this.#client)?.canList !== true) return []
    return await this.#readList(taskKind)
  }

  async subscribe(uri: string): Promise<void> {
    if (this.#capabilities?.resources?.subscribe !== true || this.#subscribed.has(uri)) return
    this.#subscribed.add(uri)
    try {
      await this.#tellSubscription('subscribe', uri)
    } catch (error) {
      this.#subscribed.delete(uri)
      throw error
    }
  }

  async unsubscribe(uri: string): Promise<void> {
    if (!this.#subscribed.delete(uri)) return
    await this.#tellSubscription('unsubscribe', uri)
  }

  /** Subscribes again after the session was renewed. @throws HostError as `subscribe` */
  async subscribeAgain(): Promise<void> {
    for (const uri of this.#subscribed) await this.#tellSubscription('subscribe', uri)
  }

  /** Drops a kept list that has changed. */
  forgetList(list: ListName): void {
    this.#lists.forget(list)
  }

  /** The latest list of the server. Files of a skill are compared with it. */
  async #listSkills(): Promise<readonly SkillEntry[]> {
    if (this.#capabilities?.extensions?.[skillsExtension] === undefined) return []
    return (this.#skills = await this.#readList(skillKind))
  }

  get #capabilities() {
    return this.#client.getServerCapabilities()
  }

  async #tellSubscription(verb: 'subscribe' | 'unsubscribe', uri: string): Promise<void> {
    const { subscriptions } = this.#options
    if (subscriptions !== null)
      return await subscriptions.want({ resourceSubscriptions: [...this.#subscribed] })
    try {
      await this.#send({ method: `resources/${verb}`, params: { uri } }, { request: verb, name: uri })
    } catch (error) {
      if (!isUnknownMethod(error)) throw error
    }
  }

  async #readList<T>(kind: ListKind<T>): Promise<T[]> {
    const { serverName, log, signal, explain } = this.#options
    const read = () => readKeptList(this.#client, kind, { serverName, log, signal, timeoutMs })
    try {
      return await this.#lists.read(kind.method, read)
    } catch (error) {
      throw toRequestFailure(error, { purpose: { request: kind.request, name: '' }, timeoutMs, explain })
    }
  }

  #send(request: WireRequest, purpose: Purpose): Promise<unknown> {
    const { signal, explain } = this.#options
    return sendRequest(request, { client: this.#client, signal, timeoutMs, purpose, explain })
  }

  /** As `#send`, for requests that the server may answer with questions. */
  #sendWithInputs(request: WireRequest, occasion: Occasion): Promise<unknown> {
    const { explain, exchanges } = this.#options
    const purpose = { request: occasion.kind, name: occasion.name }
    const options = { client: this.#client, timeoutMs, purpose, explain }
    return exchanges.run(occasion, (line) => sendRequest(request, { ...options, ...line }))
  }
}
