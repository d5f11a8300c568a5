/**
 * What one connected server offers besides tools: resources, prompts, completion, and news of single resources.
 * Nothing is asked for that the server did not declare. How a request fails is in `ask.ts`, what answers hold in
 * `resources.ts`, `prompts.ts` and `completion.ts`.
 */
import type { Client } from '@modelcontextprotocol/client'
import type { HostError } from '../base/host-error'
import type { Completion, PromptResult, PromptView, ResourceContents } from '../contract/offers'
import { ask, isUnknownMethod, toAskFailure } from './ask'
import type { Request } from './ask'
import { createCompleter } from './completion'
import type { CompletionRequest } from './completion'
import type { ResourceLists } from './interface'
import type { Listening } from './listening'
import { readList } from './paged-list'
import type { ListKind } from './paged-list'
import { promptKind, toPromptResult } from './prompts'
import { listResources, toResourceContents } from './resources'
import type { LogServerLine } from './server-log'

const timeoutMs = 60_000

export interface OffersOptions {
  readonly serverName: string
  readonly log: LogServerLine
  /** The end of the connection. */
  readonly signal: AbortSignal
  /** Null on connections of the older revisions. */
  readonly listening: Listening | null
  readonly explain: (error: unknown) => HostError | null
}

/** As the methods of `McpClients`, for one connection. */
export class Offers {
  readonly #client: Client
  readonly #options: OffersOptions
  readonly #subscribed = new Set<string>()
  readonly complete: (request: CompletionRequest) => Promise<Completion>

  constructor(client: Client, options: OffersOptions) {
    this.#client = client
    this.#options = options
    this.complete = createCompleter(client, (request) => this.#ask(request, 'complete the argument'))
  }

  async listResources(): Promise<ResourceLists> {
    if (this.#offered?.resources === undefined) return { resources: [], templates: [] }
    return await listResources(this.#options.serverName, (kind) => this.#readList(kind))
  }

  async readResource(uri: string): Promise<ResourceContents[]> {
    const request = { method: 'resources/read', params: { uri } }
    return toResourceContents(await this.#ask(request, `read the resource "${uri}"`), uri, this.#options.log)
  }

  async listPrompts(): Promise<PromptView[]> {
    if (this.#offered?.prompts === undefined) return []
    const { serverName, log } = this.#options
    return await this.#readList(promptKind(serverName, log))
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<PromptResult> {
    const request = { method: 'prompts/get', params: { name, arguments: { ...args } } }
    return toPromptResult(await this.#ask(request, `give the prompt "${name}"`), name, this.#options.log)
  }

  async subscribe(uri: string): Promise<void> {
    if (this.#offered?.resources?.subscribe !== true || this.#subscribed.has(uri)) return
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

  get #offered() {
    return this.#client.getServerCapabilities()
  }

  async #tellSubscription(verb: 'subscribe' | 'unsubscribe', uri: string): Promise<void> {
    const { listening } = this.#options
    if (listening !== null) return await listening.want({ resourceSubscriptions: [...this.#subscribed] })
    try {
      await this.#ask({ method: `resources/${verb}`, params: { uri } }, `${verb} to the resource "${uri}"`)
    } catch (error) {
      if (!isUnknownMethod(error)) throw error
    }
  }

  async #readList<T>(kind: ListKind<T>): Promise<T[]> {
    const { serverName, log, signal, explain } = this.#options
    try {
      return await readList(this.#client, kind, { serverName, log, signal, timeoutMs })
    } catch (error) {
      throw toAskFailure(error, { purpose: `list its ${kind.noun}s`, timeoutMs, explain })
    }
  }

  #ask(request: Request, purpose: string): Promise<unknown> {
    const { signal, explain } = this.#options
    return ask(request, { client: this.#client, signal, timeoutMs, purpose, explain })
  }
}
