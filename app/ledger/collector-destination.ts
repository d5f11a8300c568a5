/** The collector of the ledger as the destination of its records: its address, and the headers that go along. */
import { describeDestination } from '../net/destination'
import type { Destination } from '../net/destination'
import type { OtlpTarget } from './otlp-export'

export function destinationOfCollector({ endpoint, headers, ownReason }: OtlpTarget): Destination {
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
