/** The tools of one connection as its server last listed them. `connection.ts` decides when to list them again. */
import type { Client } from '@modelcontextprotocol/client'
import { createPausable } from '../../base/pausable'
import type { ToolView } from '../../contract/servers'
import type { ServerLaunch } from '../interface'
import type { LogServerLine } from '../protocol/wire-log'
import { listTools } from '../features/tool-list'
import type { StartClocks } from './start-clocks'
import { endlessMs } from './start-clock'

export interface ToolCacheOptions {
  readonly launch: ServerLaunch
  readonly log: LogServerLine
  /** Fires when the connection ends. */
  readonly signal: AbortSignal
  /** Registers the clock of a listing, until the returned function is called. */
  readonly began: StartClocks['began']
}

export class ToolCache {
  readonly #options: ToolCacheOptions
  #byName: ReadonlyMap<string, ToolView> = new Map()

  constructor(options: ToolCacheOptions) {
    this.#options = options
  }

  all(): ToolView[] {
    return [...this.#byName.values()]
  }

  find(name: string): ToolView | undefined {
    return this.#byName.get(name)
  }

  /** The current list. A failure keeps the known tools. @throws what the client throws */
  async read(client: Client): Promise<ToolView[]> {
    const { launch, log, signal, began } = this.#options
    const over = new AbortController()
    const limit = createPausable(() => over.abort(new DOMException('Too slow', 'TimeoutError')))
    const ended = began(limit)
    limit.start(launch.connectTimeoutMs)
    try {
      return await listTools(client, {
        serverName: launch.serverName,
        log,
        // A list of many slow pages must not delay the start without a limit.
        signal: AbortSignal.any([signal, over.signal]),
        timeoutMs: endlessMs,
        isRemote: launch.transport !== 'stdio' && client.getProtocolEra() === 'modern'
      })
    } finally {
      ended()
      limit.end()
    }
  }

  /** True if the list has changed. */
  keep(tools: readonly ToolView[]): boolean {
    const before = JSON.stringify(this.all())
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]))
    return JSON.stringify(this.all()) !== before
  }
}
