/** The collector of the ledger as the destination of its records: its address, and the headers that go along. */
import { describeDestination } from '../net/destination'
import type { Destination } from '../net/destination'

export interface OtlpTarget {
  readonly endpoint: string
  /** Values may hold variables. */
  readonly headers: Readonly<Record<string, string>>
  /** Why no approval is needed, in English; null: the settings file names the collector. */
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
