/**
 * The window's copy of the host's state: one store, a slice per capability, no actions inside. Only `renderer/bridge`
 * writes it; screens read it through narrow selectors.
 */
import { create } from 'zustand'
import { emptyAccountsSlice } from './accounts-slice'
import type { AccountsSlice } from './accounts-slice'
import { emptyAddingSlice } from './adding-slice'
import type { AddingSlice } from './adding-slice'
import { emptyAppSlice } from './app-slice'
import type { AppSlice } from './app-slice'
import { emptyAssistantsSlice } from './assistants-slice'
import type { AssistantsSlice } from './assistants-slice'
import { emptyConsentSlice } from './consent-slice'
import type { ConsentSlice } from './consent-slice'
import { emptyConversationsSlice } from './conversations-slice'
import type { ConversationsSlice } from './conversations-slice'
import { emptyConversationFoldersSlice } from './conversation-folders-slice'
import type { ConversationFoldersSlice } from './conversation-folders-slice'
import { emptyExchangesSlice } from './exchanges-slice'
import type { ExchangesSlice } from './exchanges-slice'
import { emptyImportsSlice } from './imports-slice'
import type { ImportsSlice } from './imports-slice'
import { emptyMessagesSlice } from './messages-slice'
import type { MessagesSlice } from './messages-slice'
import { emptyNoticesSlice } from './notices-slice'
import type { NoticesSlice } from './notices-slice'
import { emptyOffersSlice } from './offers-slice'
import type { OffersSlice } from './offers-slice'
import { emptyQueuesSlice } from './queues-slice'
import type { QueuesSlice } from './queues-slice'
import { emptyServersSlice } from './servers-slice'
import type { ServersSlice } from './servers-slice'
import { emptySettingsSlice } from './settings-slice'
import type { SettingsSlice } from './settings-slice'

export type Projection = AppSlice &
  AddingSlice &
  AccountsSlice &
  AssistantsSlice &
  ConversationFoldersSlice &
  ConversationsSlice &
  MessagesSlice &
  QueuesSlice &
  ServersSlice &
  OffersSlice &
  ConsentSlice &
  ExchangesSlice &
  ImportsSlice &
  SettingsSlice &
  NoticesSlice

/** The state before the first snapshot, and the initial state of tests. */
export const emptyProjection: Projection = {
  ...emptyAppSlice,
  ...emptyAddingSlice,
  ...emptyAccountsSlice,
  ...emptyAssistantsSlice,
  ...emptyConversationFoldersSlice,
  ...emptyConversationsSlice,
  ...emptyMessagesSlice,
  ...emptyQueuesSlice,
  ...emptyServersSlice,
  ...emptyOffersSlice,
  ...emptyConsentSlice,
  ...emptyExchangesSlice,
  ...emptyImportsSlice,
  ...emptySettingsSlice,
  ...emptyNoticesSlice
}

/** Hook and store: `useProjection((state) => state.servers)`. */
export const useProjection = create<Projection>()(() => emptyProjection)
