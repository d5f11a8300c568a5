/** The sentence of a failure, also of one that was written before texts had keys. */
import type { Failure } from '../../contract/failure'
import type { Said } from '../../contract/said'
import { quote, say } from '../../texts/said'
import { refusalOf } from './evidence'
import type { Evidence } from './evidence'

export function saidBy({ said, message }: Failure): Said {
  return said ?? quote(message)
}

/** What the server itself said against it, where it said something. */
export function refusedBy(failure: Failure, evidence: Evidence): Said {
  const words = refusalOf(evidence)
  return words === null ? saidBy(failure) : say('doctor.refused', { words })
}
