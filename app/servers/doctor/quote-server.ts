/** The text of a failure, also of one that was stored before texts had keys. */
import type { Failure } from '../../contract/failure'
import type { LocalizedText } from '../../contract/localized-text'
import { quote, say } from '../../texts/render-localized'
import { findReportedRefusal } from './evidence'
import type { Evidence } from './evidence'

export function quoteServer({ said, message }: Failure): LocalizedText {
  return said ?? quote(message)
}

/** The server's own error text, if it sent one. */
export function refusedBy(failure: Failure, evidence: Evidence): LocalizedText {
  const words = findReportedRefusal(evidence)
  return words === null ? quoteServer(failure) : say('doctor.refused', { words })
}
