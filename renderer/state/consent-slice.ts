/** Questions that wait for the user, and saved permissions. */
import type { Question } from '../../app/contract/questions/questions'
import type { ConsentView } from '../../app/contract/consent-view'

export interface ConsentSlice {
  /** Oldest first; the first is shown. */
  readonly questions: readonly Question[]
  readonly consent: ConsentView
}

export const emptyConsentSlice: ConsentSlice = { questions: [], consent: { grants: [], trustedServers: [] } }
