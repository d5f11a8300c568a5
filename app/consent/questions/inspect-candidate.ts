/** Whether a server is trusted as it is now, its secrets included, and what a question about it has to say. */
import type { Warning } from '../../contract/localized-text'
import type { ServerAct } from '../../contract/server-act'
import { ownerOfServer } from '../../net/destination'
import type { TrustCandidate } from '../interface'
import type { ConsentStore } from '../store/consent-store'
import { judgeTrust } from './judge-trust'
import { foreignSecretWarnings } from './secret-owners'

/** What the memory adds to a question about trust: a yes counts as long as it would add the same. */
export interface TrustFindings {
  /** What was trusted before under this name; null: nothing, or the same. */
  readonly previous: ServerAct | null
  readonly warnings: readonly Warning[]
}

export interface TrustLook {
  readonly isTrusted: boolean
  /** What a yes keeps: all that is known by now, of an earlier yes to the same definition as well. */
  readonly kept: ServerAct
  readonly findings: TrustFindings
}

export function inspectCandidate(
  { trust, destinations }: Pick<ConsentStore, 'trust' | 'destinations'>,
  serverName: string,
  candidate: TrustCandidate
): TrustLook {
  const { act, secrets } = candidate
  const stored = trust.of(serverName)
  const verdict = judgeTrust(stored, candidate)
  const warnings = foreignSecretWarnings(destinations, ownerOfServer(serverName, act.url), secrets)
  if (verdict.type === 'ask')
    return { isTrusted: false, kept: act, findings: { previous: stored?.act ?? null, warnings } }
  const kept = verdict.learned ?? stored?.act ?? act
  return { isTrusted: warnings.length === 0, kept, findings: { previous: null, warnings } }
}
