/** Checks whether a server, including its secrets, is trusted as it is now, and what its question has to say. */
import type { Warning } from '../../contract/localized-text'
import type { ServerAct } from '../../contract/server-act'
import { toServerOwner } from '../../net/destination'
import type { TrustCandidate } from '../interface'
import type { ConsentStore } from '../store/consent-store'
import { judgeTrust } from './judge-trust'
import { foreignSecretWarnings } from './secret-owners'

/** What saved approvals add to a trust question. An approval is valid as long as this stays the same. */
export interface TrustFindings {
  /** What was trusted before under this name; null: nothing, or the same. */
  readonly previous: ServerAct | null
  readonly warnings: readonly Warning[]
}

export interface TrustLook {
  readonly isTrusted: boolean
  /**
   * What an approval saves: everything that is now known, including facts from an earlier approval of the same
   * definition.
   */
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
  const warnings = foreignSecretWarnings(destinations, toServerOwner(serverName, act.url), secrets)
  if (verdict.type === 'ask')
    return { isTrusted: false, kept: act, findings: { previous: stored?.act ?? null, warnings } }
  const kept = verdict.learned ?? stored?.act ?? act
  return { isTrusted: warnings.length === 0, kept, findings: { previous: null, warnings } }
}
