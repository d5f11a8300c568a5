/** Progress reported by a program on this computer that downloads a model, and errors of the download. */
import { HostError } from '../../base/host-error'
import { quote, say } from '../../texts/render-localized'

export interface PullStep {
  /** The program's own text: `pulling manifest`, `verifying sha256 digest`. */
  readonly status: string
  /** Bytes so far; null while unknown. */
  readonly completed: number
  readonly total: number | null
}

export const longestStatus = 200

export function toPullRefusal(host: string, text: string): HostError {
  const message = say('models.refusedSaying', { host, status: 'none', words: quote(text.slice(0, 1_000)) })
  return new HostError('MODEL_REFUSED_REQUEST', message)
}

export function toUnreachableFailure(host: string, reason: 'closed' | 'refused'): HostError {
  return new HostError('MODEL_NETWORK', say('models.network', { host, reason }))
}
