/**
 * Resources, prompts and completion of all connected servers, for the core: lists, single requests and changes.
 * `server-registry.ts` knows the servers and their states.
 */
import { fromFailure, HostError, toFailure } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { McpClients, McpEvents } from '../../mcp/interface'
import type { Servers } from '../interface'
import { OfferedLists, type OfferedListsOptions } from './offered-lists'
import { createResourceWatches } from './resource-watches'
import type { ResourceWatches } from './resource-watches'
import type { LiveConnection } from '../lifecycle/lifecycle-state'
import { say } from '../../texts/render-localized'

export interface OffersOptions extends Pick<OfferedListsOptions, 'asleep' | 'listed'> {
  readonly clients: McpClients
  /** Names of all servers in the order of the settings. */
  readonly names: () => readonly string[]
  /** @throws HostError SERVER_UNKNOWN, SERVER_NOT_CONNECTED */
  readonly requireLive: (serverName: string) => LiveConnection
  /** Removes secrets from texts of servers before they are used. */
  readonly redact: <T>(value: T) => T
  /** A line for the server's log. */
  readonly warn: (serverName: string, text: string) => void
}

/** Members with a name of `Servers` do what it documents. They are bound. */
export class Offers {
  readonly #options: OffersOptions
  readonly #lists: OfferedLists
  readonly #watches: ResourceWatches

  constructor(options: OffersOptions) {
    const { clients } = options
    this.#options = options
    this.#lists = new OfferedLists(options)
    this.#watches = createResourceWatches({
      subscribe: (name, uri) => this.#tell(name, (id) => clients.subscribeResource(id, uri)),
      unsubscribe: (name, uri) => this.#tell(name, (id) => clients.unsubscribeResource(id, uri))
    })
  }

  readonly listResources: Servers['listResources'] = (serverName) => this.#lists.resources(serverName)

  readonly listPrompts: Servers['listPrompts'] = (serverName) =>
    this.#lists.prompts(this.#options.warn, serverName)

  readonly readResource: Servers['readResource'] = (serverName, uri) =>
    this.#ask(serverName, (connectionId) => this.#options.clients.readResource(connectionId, uri))

  readonly watchResource: Servers['watchResource'] = (serverName, uri, onUpdate) =>
    this.#watches.watch(serverName, uri, onUpdate)

  readonly listTasks: Servers['listTasks'] = async (serverName) => {
    const { clients, redact } = this.#options
    const tasks = await this.#ask(serverName, (connectionId) => clients.listTasks(connectionId))
    return tasks.map((task) => ({ ...task, statusMessage: redact(task.statusMessage) }))
  }

  readonly getPrompt: Servers['getPrompt'] = async (serverName, name, args) => {
    this.#requireArguments(serverName, name, args)
    const { clients, redact } = this.#options
    const request = { name, arguments: args }
    const prompt = await this.#ask(serverName, (connectionId) =>
      clients.getPrompt({ ...request, connectionId })
    )
    return { ...prompt, description: redact(prompt.description) }
  }

  /** Leaves out a value that contains a secret: without the secret it would be another value. */
  readonly complete: Servers['complete'] = async ({ serverName, ...request }) => {
    const { clients, redact } = this.#options
    const completion = await this.#ask(serverName, (connectionId) =>
      clients.complete({ ...request, connectionId })
    )
    return { ...completion, values: completion.values.filter((value) => redact(value) === value) }
  }

  readonly onResourcesChanged = (listener: (serverName: string) => void): (() => void) =>
    this.#lists.resourcesChanged.on(listener)

  readonly onPromptsChanged = (listener: (serverName: string) => void): (() => void) =>
    this.#lists.promptsChanged.on(listener)

  /** Must be called after every change of a server's connection; null if none is open. */
  follow(serverName: string, live: LiveConnection | null): void {
    if (this.#lists.follow(serverName, live)) this.#watches.connected(serverName)
  }

  /** Reads unknown lists of a server. */
  learn(serverName: string): void {
    void this.#lists.learn(serverName) // never rejects
  }

  /** Listeners for events of the clients. */
  news(): Pick<McpEvents, 'resourcesChanged' | 'promptsChanged' | 'resourceUpdated'> {
    return {
      resourcesChanged: (news) => this.#lists.changed('resources', news),
      promptsChanged: (news) => this.#lists.changed('prompts', news),
      resourceUpdated: ({ serverName, connectionId, uri }) => {
        if (this.#lists.connectionId(serverName) === connectionId) this.#watches.updated(serverName, uri)
      }
    }
  }

  #tell(serverName: string, send: (connectionId: string) => Promise<void>): void {
    const connectionId = this.#lists.connectionId(serverName)
    if (connectionId === null) return
    // A connection that has ended is reported separately.
    const report = (error: unknown) => {
      if (this.#lists.connectionId(serverName) === connectionId)
        this.#options.warn(serverName, toFailure(error).message)
    }
    void send(connectionId).catch(report)
  }

  /**
   * Ends the request with the connection, in any state of the server. Secrets are removed from the server's errors, but
   * not from the requested content.
   */
  async #ask<T>(serverName: string, work: (connectionId: string) => Promise<T>): Promise<T> {
    const { info, ended } = this.#options.requireLive(serverName)
    try {
      return await untilAborted(work(info.connectionId), ended)
    } catch (error) {
      if (!ended.aborted) throw withoutSecrets(error, this.#options.redact)
      const text = say('servers.requestInterrupted', { server: serverName })
      throw new HostError('SERVER_RESTARTED', text, { cause: error })
    }
  }

  /** Requires the arguments of a known prompt before it is requested. */
  #requireArguments(serverName: string, name: string, args: Readonly<Record<string, string>>): void {
    const known = this.#lists.knownPrompt(serverName, name)?.arguments ?? []
    const missing = known.filter((argument) => argument.isRequired && !Object.hasOwn(args, argument.name))
    if (missing.length === 0) return
    const names = missing.map((argument) => argument.title ?? argument.name).join(', ')
    throw new HostError('TOOL_INVALID_ARGUMENTS', say('servers.promptNeeds', { prompt: name, names }))
  }
}

function withoutSecrets(error: unknown, redact: OffersOptions['redact']): unknown {
  return error instanceof HostError ? fromFailure(redact(toFailure(error))) : error
}
