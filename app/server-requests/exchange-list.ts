/**
 * The exchanges that belong to no tool call, as shown to the user: what was requested from the server, the rounds of
 * its questions, and how it ended. A finished one stays until it is dismissed. Other modules ask the questions and send
 * the messages.
 * @spec 2026-07-28 basic/patterns/mrtr
 */
import type { Occasion, OpenExchange } from '../contract/exchanges'
import type { McpEvents, McpGateway } from '../mcp/interface'
import { quote, say } from '../texts/render-localized'

/** Finished exchanges that are kept. The oldest are dropped first. */
const overLimit = 3

export interface ExchangesOptions {
  readonly mcp: {
    readonly clients: Pick<McpGateway['clients'], 'stopExchange'>
    readonly subscribe: McpGateway['subscribe']
    readonly onLost: McpGateway['onLost']
  }
  readonly publish: (exchanges: OpenExchange[]) => void
  /** Removes secrets from server text. */
  readonly redact: <T>(value: T) => T
}

export interface Exchanges {
  /** Oldest first. */
  list(): OpenExchange[]
  occasionOf(exchangeId: string): Occasion | null
  /** Records the outcome of a question of the exchange. False: the exchange is unknown. */
  note(exchangeId: string, entry: OpenExchange['entries'][number]): boolean
  stop(exchangeId: string): Promise<void>
  /** An unfinished exchange stays. */
  dismiss(exchangeId: string): void
  dispose(): void
}

type News = Parameters<McpEvents['exchangeChanged']>[0]

export function createExchanges({ mcp, publish, redact }: ExchangesOptions): Exchanges {
  let exchanges: readonly OpenExchange[] = []
  const set = (next: readonly OpenExchange[]): void => {
    const over = next.filter(({ state }) => state !== 'open')
    const dropped = new Set(over.slice(0, Math.max(0, over.length - overLimit)))
    exchanges = next.filter((exchange) => !dropped.has(exchange))
    publish([...exchanges])
  }
  const change = (id: string, to: (exchange: OpenExchange) => OpenExchange): boolean => {
    if (!exchanges.some((exchange) => exchange.id === id)) return false
    set(exchanges.map((exchange) => (exchange.id === id ? to(exchange) : exchange)))
    return true
  }
  const unsubscribe = [
    mcp.subscribe({
      exchangeChanged: (news) => {
        if (news.state.type === 'open') set([...exchanges, redact(begin(news))])
        else change(news.exchangeId, (exchange) => redact({ ...exchange, ...endOf(news.state) }))
      }
    }),
    mcp.onLost(() => {
      const failure = say('mcp.serverConnectionEnded')
      const end = (exchange: OpenExchange): OpenExchange =>
        exchange.state === 'open' ? { ...exchange, state: 'failed', failure } : exchange
      if (exchanges.some(({ state }) => state === 'open')) set(exchanges.map(end))
    })
  ]
  return {
    list: () => [...exchanges],
    occasionOf: (exchangeId) => exchanges.find(({ id }) => id === exchangeId)?.occasion ?? null,
    note: (exchangeId, entry) =>
      change(exchangeId, (exchange) => ({ ...exchange, entries: [...exchange.entries, entry] })),
    stop: (exchangeId) => mcp.clients.stopExchange(exchangeId),
    dismiss: (exchangeId) => {
      const isOver = exchanges.some(({ id, state }) => id === exchangeId && state !== 'open')
      if (isOver) set(exchanges.filter(({ id }) => id !== exchangeId))
    },
    dispose: () => {
      for (const end of unsubscribe) end()
    }
  }
}

function begin({ exchangeId: id, serverName, occasion }: News): OpenExchange {
  return { id, serverName, occasion, entries: [], state: 'open', failure: null }
}

function endOf(state: News['state']): Pick<OpenExchange, 'state' | 'failure'> {
  if (state.type !== 'failed') return { state: state.type, failure: null }
  return state.failure.code === 'TOOL_CANCELLED'
    ? { state: 'stopped', failure: null }
    : { state: 'failed', failure: state.failure.said ?? quote(state.failure.message) }
}
