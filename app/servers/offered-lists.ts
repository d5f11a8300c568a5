/**
 * The lists of resources and prompts of all connected servers: one set a connection, thrown away with it. Single
 * resources and prompts are in `offers.ts`.
 */
import { createEmitter } from '../base/emitter'
import type { PromptView, ResourceListing } from '../contract/offers'
import type { McpClients, McpEvents, ResourceLists } from '../mcp/interface'
import { Listing } from './listing'
import type { LiveConnection } from './server-life'

/** What is known of one connection; null for a list that the server does not have. */
interface Lists {
  readonly connectionId: string
  readonly resources: Listing<ResourceLists> | null
  readonly prompts: Listing<readonly PromptView[]> | null
}

type ListClients = Pick<McpClients, 'listResources' | 'listPrompts'>
type News = Parameters<McpEvents['resourcesChanged']>[0]

export class OfferedLists {
  readonly #clients: ListClients
  /** Names of all servers in the order of the settings. */
  readonly #names: () => readonly string[]
  readonly #connections = new Map<string, Lists>()
  /** By server: its lists are others now, are there now, or are gone. */
  readonly resourcesChanged = createEmitter<string>()
  readonly promptsChanged = createEmitter<string>()

  constructor(clients: ListClients, names: () => readonly string[]) {
    this.#clients = clients
    this.#names = names
  }

  connectionId(serverName: string): string | null {
    return this.#connections.get(serverName)?.connectionId ?? null
  }

  /** To be told after every change of a server's connection. True for a connection that is new. */
  follow(serverName: string, live: LiveConnection | null): boolean {
    const before = this.#connections.get(serverName)
    if (before?.connectionId === live?.info.connectionId) return false
    const lists = live === null ? undefined : this.#open(serverName, live)
    if (lists === undefined) this.#connections.delete(serverName)
    else this.#connections.set(serverName, lists)
    if ((before?.resources ?? lists?.resources ?? null) !== null) this.resourcesChanged.emit(serverName)
    if ((before?.prompts ?? lists?.prompts ?? null) !== null) this.promptsChanged.emit(serverName)
    return lists !== undefined
  }

  /** What a server announces; news of connections that are no longer ours change nothing. */
  changed(list: 'resources' | 'prompts', { serverName, connectionId }: News): void {
    const lists = this.#connections.get(serverName)
    if (lists?.connectionId !== connectionId) return
    lists[list]?.changed()
    const emitter = list === 'resources' ? this.resourcesChanged : this.promptsChanged
    emitter.emit(serverName)
  }

  async resources(): Promise<ResourceListing[]> {
    return await this.#lookAtAll('resources', async (serverName, listing: Listing<ResourceLists>) => {
      const { value, problem } = await listing.look()
      const { resources, templates } = value ?? { resources: [], templates: [] }
      return { serverName, resources: [...resources], templates: [...templates], problem }
    })
  }

  /** `onProblem` hears of lists that could not be read. */
  async prompts(onProblem: (serverName: string, problem: string) => void): Promise<PromptView[]> {
    const all = await this.#lookAtAll(
      'prompts',
      async (serverName, listing: Listing<readonly PromptView[]>) => {
        const { value, problem } = await listing.look()
        if (problem !== null) onProblem(serverName, problem)
        return value ?? []
      }
    )
    return all.flat()
  }

  /** The prompt as it was listed last; null when it is not known. */
  knownPrompt(serverName: string, name: string): PromptView | null {
    return this.#connections.get(serverName)?.prompts?.known?.find((one) => one.name === name) ?? null
  }

  #open(serverName: string, { info }: LiveConnection): Lists {
    const { connectionId, capabilities, announcedLists } = info
    const isAnnounced = (list: 'resources' | 'prompts') => announcedLists.includes(list)
    return {
      connectionId,
      resources: capabilities.includes('resources')
        ? new Listing({
            read: () => this.#clients.listResources(connectionId),
            isAnnounced: isAnnounced('resources'),
            onLate: () => this.resourcesChanged.emit(serverName)
          })
        : null,
      prompts: capabilities.includes('prompts')
        ? new Listing({
            read: () => this.#clients.listPrompts(connectionId),
            isAnnounced: isAnnounced('prompts'),
            onLate: () => this.promptsChanged.emit(serverName)
          })
        : null
    }
  }

  async #lookAtAll<L extends 'resources' | 'prompts', T>(
    list: L,
    look: (serverName: string, listing: NonNullable<Lists[L]>) => Promise<T>
  ): Promise<T[]> {
    return await Promise.all(
      this.#names().flatMap((name) => {
        const listing = this.#connections.get(name)?.[list] ?? null
        return listing === null ? [] : [look(name, listing)]
      })
    )
  }
}
