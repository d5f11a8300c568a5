/** The open conversation and dialog: frame state that lasts as long as the window. */
import { create } from 'zustand'
import { narrowWidth, readQuery, type ServerTab } from '../../app/contract/bridge/beginning'
import type { ScreenName } from '../../app/contract/bridge/screens'

export type OpenDialog = 'none' | ScreenName

export interface RequestedTool {
  readonly serverName: string
  readonly name: string
}

export interface ShownServer {
  readonly name: string
  readonly tab: ServerTab
}

export interface NavigationState {
  /** Shown instead of the conversation, which is unchanged behind it; null: none. */
  readonly server: ShownServer | null
  /** Null: a new conversation. */
  readonly conversationId: string | null
  /** A message of the conversation to show; null: its end. */
  readonly wantedMessageId: string | null
  /** Model for a new conversation; null: the default. */
  readonly draftModel: string | null
  readonly dialog: OpenDialog
  /** The server whose log the server dialog shows first. */
  readonly logOf: string | null
  /** The server dialog begins with the form for a new one. */
  readonly isServerAdded: boolean
  /** Section of the settings to show first. */
  readonly settingsSection: string | undefined
  readonly isSidebarShown: boolean
  /** A tool chosen outside the composer, until the composer takes it. */
  readonly requestedTool: RequestedTool | null
  /** This is the small window above all others, which has no list. */
  readonly isQuick: boolean
  /** The welcome was completed in this window. */
  readonly isWelcomeDone: boolean
}

/** The first state fits the frame that the page already shows. */
const frame = readQuery(location.search)?.frame ?? null

export const useNavigation = create<NavigationState>()(() => ({
  server: null,
  conversationId: null,
  wantedMessageId: null,
  draftModel: null,
  dialog: 'none',
  logOf: null,
  isServerAdded: false,
  settingsSection: undefined,
  isSidebarShown: frame === null ? window.innerWidth >= narrowWidth : frame === 'wide',
  requestedTool: null,
  isQuick: frame === 'quick',
  isWelcomeDone: false
}))

const set = useNavigation.setState

/** Actions on the frame. Plain functions, so that event handlers and menu commands share them. */
export const navigate = {
  toConversation: (conversationId: string, wantedMessageId: string | null = null) =>
    set({ conversationId, wantedMessageId, server: null, ...sidebarAfterChoice() }),
  messageShown: () => set({ wantedMessageId: null }),
  toNewConversation: () =>
    set({ conversationId: null, draftModel: null, server: null, ...sidebarAfterChoice() }),
  toServer: (name: string, tab: ServerTab) => set({ server: { name, tab }, dialog: 'none' }),
  /** From a server back to the conversation. */
  toChat: () => set({ server: null }),
  /** The conversation that just began with its first message. */
  toBegun: (conversationId: string) => set({ conversationId }),
  /** From its beginning, as the menu opens it. */
  open: (dialog: ScreenName) =>
    set({ dialog, logOf: null, isServerAdded: false, settingsSection: undefined }),
  openServers: () => navigate.open('servers'),
  openServerLog: (logOf: string) => set({ dialog: 'servers', logOf, isServerAdded: false }),
  addServer: () => set({ dialog: 'servers', logOf: null, isServerAdded: true }),
  openSettings: (settingsSection?: string) => set({ dialog: 'settings', settingsSection }),
  closeDialog: () => set({ dialog: 'none' }),
  chooseDraftModel: (draftModel: string) => set({ draftModel }),
  requestTool: (requestedTool: RequestedTool | null) =>
    set(requestedTool === null ? { requestedTool } : { requestedTool, server: null }),
  finishWelcome: () => set({ isWelcomeDone: true }),
  showSidebar: (isSidebarShown: boolean) =>
    set(({ isQuick }) => ({ isSidebarShown: isSidebarShown && !isQuick }))
}

/** Over a narrow page the list closes after a choice. */
function sidebarAfterChoice(): Partial<NavigationState> {
  return window.innerWidth < narrowWidth ? { isSidebarShown: false } : {}
}
