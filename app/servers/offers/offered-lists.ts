/**
 * The lists of resources and prompts of all connected servers. Each connection has its own lists, which are dropped
 * with it. `server-offers.ts` handles single resources and prompts.
 */
import { createEmitter } from '../../base/emitter'
import type { PromptView, ResourceListing } from '../../contract/offers'
import type { McpClients, McpEvents, ResourceLists } from '../../mcp/interface'
import { Listing, type ListResult } from './listing'
import type { LiveConnection } from '../lifecycle/lifecycle-state'
import { toEnglish } from '../../texts/render-localized'

/** The lists of one connection; null for a list that the server doesn't have. */
interface Lists {
  readonly connectionId: string
  readonly resources: Listing<ResourceLists> | null
  readonly prompts: Listing<readonly PromptView[]> | null
}

type Redact = <T>(value: T) => T
type News = Parameters<McpEvents['resourcesChanged']>[0]

export interface OfferedListsOptions {
  readonly clients: Pick<McpClients, 'listResources' | 'listPrompts'>
  /** Names of all servers in the order of the settings. */
  readonly names: () => readonly string[]
  /** What a sleeping server offered when it last ran; null if it doesn't sleep, or nothing is known. */
  readonly asleep: (serverName: string) => KnownLists | null
  /** Called when a list of a server was read. */
  readonly listed: (serverName: string, lists: KnownLists) => void
  /** Removes secrets from texts of servers before they are used. */
  readonly redact: Redact
}

export interface KnownLists {
  readonly resources?: ResourceLists | undefined
  readonly prompts?: readonly PromptView[] | undefined
}

export class OfferedLists {
  readonly #options: OfferedListsOptions
  readonly #connections = new Map<string, Lists>()
  /** The lists of sleeping servers, by name. */
  readonly #asleep = new Map<string, KnownLists>()
  /** The lists of this server have changed, are available now, or are gone. */
  readonly resourcesChanged = createEmitter<string>()
  readonly promptsChanged = createEmitter<string>()

  constructor(options: OfferedListsOptions) {
    this.#options = options
  }

  connectionId(serverName: string): string | null {
    return this.#connections.get(serverName)?.connectionId ?? null
  }

  /** Must be called after every change of a server's connection. True for a new connection. */
  follow(serverName: string, live: LiveConnection | null): boolean {
    this.#followAsleep(serverName)
    const before = this.#connections.get(serverName)
    if (before?.connectionId === live?.info.connectionId) return false
    const lists = live === null ? undefined : this.#open(serverName, live)
    if (lists === undefined) this.#connections.delete(serverName)
    else this.#connections.set(serverName, lists)
    if ((before?.resources ?? lists?.resources ?? null) !== null) this.resourcesChanged.emit(serverName)
    if ((before?.prompts ?? lists?.prompts ?? null) !== null) this.promptsChanged.emit(serverName)
    return lists !== undefined
  }

  /** Reads both lists once, so that they are known while the server sleeps. Never rejects. */
  async learn(serverName: string): Promise<void> {
    const { resources, prompts } = this.#connections.get(serverName) ?? {}
    await Promise.all([resources?.known ?? resources?.look(), prompts?.known ?? prompts?.look()])
  }

  /** Handles an announced change. Events of connections that aren't current are ignored. */
  changed(list: 'resources' | 'prompts', { serverName, connectionId }: News): void {
    const lists = this.#connections.get(serverName)
    if (lists?.connectionId !== connectionId) return
    lists[list]?.changed()
    const emitter = list === 'resources' ? this.resourcesChanged : this.promptsChanged
    emitter.emit(serverName)
  }

  /** `serverName`: of this server only. */
  async resources(serverName?: string): Promise<ResourceListing[]> {
    const { redact } = this.#options
    return await this.#lookAtAll(
      { list: 'resources', serverName },
      async (name, look: () => Promise<ListResult<ResourceLists>>) => {
        const { value, problem } = await look()
        const { resources, templates } = value ?? { resources: [], templates: [] }
        return {
          serverName: name,
          resources: [...resources],
          templates: [...templates],
          problem: redact(problem)
        }
      }
    )
  }

  /** `onProblem` is called for lists that could not be read. `serverName`: of this server only. */
  async prompts(
    onProblem: (serverName: string, problem: string) => void,
    serverName?: string
  ): Promise<PromptView[]> {
    const all = await this.#lookAtAll(
      { list: 'prompts', serverName },
      async (name, look: () => Promise<ListResult<readonly PromptView[]>>) => {
        const { value, problem } = await look()
        if (problem !== null) onProblem(name, toEnglish(problem))
        return value ?? []
      }
    )
    return all.flat()
  }

  /** The prompt from the last list; null if unknown. */
  knownPrompt(serverName: string, name: string): PromptView | null {
    return this.#connections.get(serverName)?.prompts?.known?.find((item) => item.name === name) ?? null
  }

  #open(serverName: string, { info }: LiveConnection): Lists {
    const { connectionId, capabilities, announcedLists } = info
    const { clients, redact, listed } = this.#options
    const isAnnounced = (list: 'resources' | 'prompts') => announcedLists.includes(list)
    return {
      connectionId,
      resources: capabilities.includes('resources')
        ? new Listing({
            read: async () => {
              const resources = resourcesWithoutSecrets(await clients.listResources(connectionId), redact)
              listed(serverName, { resources })
              return resources
            },
            isAnnounced: isAnnounced('resources'),
            onLate: () => this.resourcesChanged.emit(serverName)
          })
        : null,
      prompts: capabilities.includes('prompts')
        ? new Listing({
            read: async () => {
              const prompts = promptsWithoutSecrets(await clients.listPrompts(connectionId), redact)
              listed(serverName, { prompts })
              return prompts
            },
            isAnnounced: isAnnounced('prompts'),
            onLate: () => this.promptsChanged.emit(serverName)
          })
        : null
    }
  }

  #followAsleep(serverName: string): void {
    const before = this.#asleep.get(serverName)
    const now = this.#options.asleep(serverName) ?? undefined
    if (before === now) return
    if (now === undefined) this.#asleep.delete(serverName)
    else this.#asleep.set(serverName, now)
    if ((before?.resources ?? now?.resources) !== undefined) this.resourcesChanged.emit(serverName)
    if ((before?.prompts ?? now?.prompts) !== undefined) this.promptsChanged.emit(serverName)
  }

  async #lookAtAll<L extends 'resources' | 'prompts', T>(
    { list, serverName }: { readonly list: L; readonly serverName: string | undefined },
    read: (serverName: string, look: () => Promise<ListResult<NonNullable<KnownLists[L]>>>) => Promise<T>
  ): Promise<T[]> {
    type Listed = NonNullable<KnownLists[L]>
    return await Promise.all(
      this.#options.names().flatMap((name) => {
        if (serverName !== undefined && name !== serverName) return []
        const listing = (this.#connections.get(name)?.[list] ?? null) as Listing<Listed> | null
        const value = (this.#asleep.get(name)?.[list] ?? null) as Listed | null
        if (listing !== null) return [read(name, () => listing.look())]
        return value === null ? [] : [read(name, async () => ({ value, problem: null }))]
      })
    )
  }
}

/**
 * A server knows its own secrets and may repeat them anywhere. Names of prompts and URIs stay, because requests use
 * them.
 */
function resourcesWithoutSecrets({ resources, templates }: ResourceLists, redact: Redact): ResourceLists {
  return {
    resources: resources.map((resource) => ({
      ...redact(resource),
      serverName: resource.serverName,
      uri: resource.uri
    })),
    templates: templates.map((template) => {
      const { serverName, uriTemplate, variables } = template
      return { ...redact(template), serverName, uriTemplate, variables }
    })
  }
}

function promptsWithoutSecrets(prompts: readonly PromptView[], redact: Redact): PromptView[] {
  return prompts.map((prompt) => {
    const { serverName, name } = prompt
    const args = prompt.arguments.map((argument) => ({ ...redact(argument), name: argument.name }))
    return { ...redact(prompt), serverName, name, arguments: args }
  })
}
