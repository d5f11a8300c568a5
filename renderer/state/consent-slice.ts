/** Questions that wait for the person, and what was granted for longer. */
import type { Question } from '../../app/contract/consents'
import type { ConsentView } from '../../app/contract/consent-view'

export interface ConsentSlice {
  /** Oldest first; the first is the one to show. */
  readonly questions: readonly Question[]
  readonly consent: ConsentView
}

export const emptyConsentSlice: ConsentSlice = { questions: [], consent: { grants: [], trustedServers: [] } }
