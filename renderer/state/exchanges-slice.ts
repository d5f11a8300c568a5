/** Servers' questions outside tool calls. */
import type { OpenExchange } from '../../app/contract/exchanges'

export interface ExchangesSlice {
  /** Oldest first. */
  readonly exchanges: readonly OpenExchange[]
}

export const emptyExchangesSlice: ExchangesSlice = { exchanges: [] }
