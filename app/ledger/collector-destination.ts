/** The collector as a destination of log entries: its address and headers. */
import { describeDestination } from '../net/destination'
import type { Destination } from '../net/destination'

export interface OtlpTarget {
  readonly endpoint: string
  /** May contain variables. */
  readonly headers: Readonly<Record<string, string>>
  /** Why no approval is needed, in English; null if the settings file names the collector. */
  readonly ownReason: string | null
}

export function toCollectorDestination({ endpoint, headers, ownReason }: OtlpTarget): Destination {
  const values = Object.entries(headers)
  return describeDestination({
    kind: 'collector',
    name: 'ledger',
    type: 'otlp',
    address: endpoint,
    values,
    ownReason
  })
}
