/**
 * The window's copy of the host's state: one store, no actions inside. Only `renderer/bridge` writes it; screens read it
 * through narrow selectors. Parts whose changes follow rules are slices in their own files.
 */
import { create } from 'zustand'
import type { AccountView } from '../../app/contract/accounts'
import type { ImportProgress } from '../../app/contract/conversation/imports'
import type { AddingMark, Snapshot } from '../../app/contract/bridge/snapshot'
import type { ConsentView } from '../../app/contract/consent-view'
import type { OpenExchange } from '../../app/contract/exchanges'
import type { CollectorView } from '../../app/contract/ledger'
import type { ConversationFolder } from '../../app/contract/conversation/conversation-folders'
import type { ComposerDraft } from '../../app/contract/conversation/drafts'
import type { Question } from '../../app/contract/questions/questions'
import type { RecordingView } from '../../app/contract/workbench/recordings'
import type { Assistant, ModelsView, SettingsView } from '../../app/contract/settings'
import { emptyConversationsSlice, type ConversationsSlice } from './conversations-slice'
import { emptyMessagesSlice, type MessagesSlice } from './messages-slice'
import { emptyNoticesSlice, type NoticesSlice } from './notices-slice'
import { emptyOffersSlice, type OffersSlice } from './offers-slice'
import { emptyQueuesSlice, type QueuesSlice } from './queues-slice'
import { emptyServersSlice, type ServersSlice } from './servers-slice'
import { emptyViewsSlice, type ViewsSlice } from './views-slice'

export interface Projection
  extends
    ConversationsSlice,
    MessagesSlice,
    QueuesSlice,
    ServersSlice,
    OffersSlice,
    NoticesSlice,
    ViewsSlice {
  /** False until the first snapshot. */
  readonly isReady: boolean
  /** Revision of the last event or snapshot in the projection. */
  readonly revision: number
  readonly app: Snapshot['app']
  /** The welcome has not been shown yet. */
  readonly isFirstRun: boolean
  /** Unsent text of message fields when the window opened. */
  readonly storedDrafts: readonly ComposerDraft[]
  readonly accounts: readonly AccountView[]
  /** The server from outside that is shown to the user; null: none. */
  readonly adding: AddingMark | null
  /** In the order of creation. */
  readonly assistants: readonly Assistant[]
  /** Folders of the conversation list, in the order of creation. */
  readonly folders: readonly ConversationFolder[]
  /** The running import of conversations; null: none. */
  readonly importing: ImportProgress | null
  /** Oldest first; the first is shown. */
  readonly questions: readonly Question[]
  readonly consent: ConsentView
  /** Servers' questions outside tool calls, oldest first. */
  readonly exchanges: readonly OpenExchange[]
  /** Recordings that run or wait to be saved, in the order in which they began. */
  readonly recordings: readonly RecordingView[]
  readonly settings: SettingsView
  readonly models: ModelsView
  /** Where the ledger is also sent; null: nowhere. */
  readonly collector: CollectorView | null
}

/** The state before the first snapshot, and the initial state of tests. */
export const emptyProjection: Projection = {
  ...emptyConversationsSlice,
  ...emptyMessagesSlice,
  ...emptyQueuesSlice,
  ...emptyServersSlice,
  ...emptyOffersSlice,
  ...emptyNoticesSlice,
  ...emptyViewsSlice,
  isReady: false,
  revision: -1,
  app: { version: '', electronVersion: '', platform: '', dataFolder: '' },
  isFirstRun: false,
  storedDrafts: [],
  accounts: [],
  adding: null,
  assistants: [],
  folders: [],
  importing: null,
  questions: [],
  consent: { grants: [], trustedServers: [] },
  exchanges: [],
  recordings: [],
  settings: {
    path: '',
    isLastGoodInUse: false,
    problems: [],
    // Screens with settings aren't drawn before the first snapshot, and the defaults need zod, which isn't bundled
    // here.
    values: {} as SettingsView['values'],
    shownLanguage: 'en',
    roots: [],
    vault: { isPersistent: true, reason: null }
  },
  models: { models: [], providers: [], readyMade: [], defaultModel: 'direct', isLoading: false },
  collector: null
}

/** Hook and store: `useProjection((state) => state.servers)`. */
export const useProjection = create<Projection>()(() => emptyProjection)
