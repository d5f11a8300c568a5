/** Facts of the program, and how far the projection follows the host. */
import type { ComposerDraft } from '../../app/contract/list/drafts'
import type { Snapshot } from '../../app/contract/bridge/snapshot'

export interface AppSlice {
  /** False until the first snapshot. */
  readonly isReady: boolean
  /** Revision of the last event or snapshot in the projection. */
  readonly revision: number
  readonly app: Snapshot['app']
  /** The welcome has not been shown yet. */
  readonly isFirstRun: boolean
  /** Unsent text of message fields when the window opened. */
  readonly storedDrafts: readonly ComposerDraft[]
}

export const emptyAppSlice: AppSlice = {
  isReady: false,
  revision: -1,
  app: { version: '', electronVersion: '', platform: '', dataFolder: '' },
  isFirstRun: false,
  storedDrafts: []
}
