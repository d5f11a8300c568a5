/**
 * Every command of the window, one entry each: the source of the application menu, the event that it sends, the page's
 * shortcuts, the command menu, the tooltips of buttons and the list of shortcuts.
 */
import { screens } from './screens'

export interface WindowCommand {
  /** In Electron's form; null: none. */
  readonly shortcut: string | null
  /** Where the application menu has it; null: in the command menu only. */
  readonly menu: 'file' | 'settings' | 'view' | 'zoom' | 'help' | null
}

const ownCommands = {
  'new-conversation': { shortcut: 'CmdOrCtrl+N', menu: 'file' },
  'new-window': { shortcut: 'CmdOrCtrl+Shift+N', menu: 'file' },
  'quick-window': { shortcut: null, menu: 'file' },
  find: { shortcut: 'CmdOrCtrl+F', menu: 'view' },
  search: { shortcut: 'CmdOrCtrl+Shift+F', menu: 'view' },
  'toggle-list': { shortcut: 'CmdOrCtrl+B', menu: 'view' },
  'write-message': { shortcut: 'CmdOrCtrl+L', menu: 'view' },
  'stop-answer': { shortcut: null, menu: null },
  'regenerate-answer': { shortcut: null, menu: null },
  'retry-answer': { shortcut: null, menu: null },
  'continue-answer': { shortcut: null, menu: null },
  'copy-answer': { shortcut: null, menu: null },
  'quote-answer': { shortcut: null, menu: null },
  'delete-answer': { shortcut: null, menu: null },
  'show-receipt': { shortcut: null, menu: null },
  'show-sent': { shortcut: null, menu: null },
  'edit-message': { shortcut: null, menu: null },
  'copy-conversation': { shortcut: null, menu: null },
  'set-conversation': { shortcut: null, menu: null },
  'show-context': { shortcut: null, menu: null },
  'sum-up': { shortcut: null, menu: null },
  'compare-answers': { shortcut: null, menu: null },
  'choose-thinking': { shortcut: null, menu: null },
  'add-server': { shortcut: null, menu: null },
  'attach-resources': { shortcut: null, menu: null },
  'add-files': { shortcut: null, menu: null },
  'choose-folders': { shortcut: null, menu: null },
  'rename-conversation': { shortcut: null, menu: null },
  'pin-conversation': { shortcut: null, menu: null },
  'archive-conversation': { shortcut: null, menu: null },
  'move-conversation': { shortcut: null, menu: null },
  'new-drawer': { shortcut: null, menu: null },
  'export-conversation': { shortcut: null, menu: null },
  'delete-conversation': { shortcut: null, menu: null },
  'actual-size': { shortcut: 'CmdOrCtrl+0', menu: 'zoom' },
  'zoom-in': { shortcut: 'CmdOrCtrl+Plus', menu: 'zoom' },
  'zoom-out': { shortcut: 'CmdOrCtrl+-', menu: 'zoom' },
  // Their lines in the menu are the system's own, with its keys.
  'full-screen': { shortcut: null, menu: null },
  'close-window': { shortcut: null, menu: null },
  quit: { shortcut: null, menu: null }
} as const satisfies Readonly<Record<string, WindowCommand>>

export const commands = { ...ownCommands, ...screens } as const

export type WindowCommandName = keyof typeof commands

export const windowCommandNames = Object.keys(commands) as [WindowCommandName, ...WindowCommandName[]]

/** Keys that mean something in one place only, in the order of the list of shortcuts. */
export const keysInPlaces = {
  writing: {
    send: 'Enter',
    newLine: 'Shift+Enter',
    prompts: '/',
    resources: '@',
    takeBack: 'Up'
  },
  answering: { queue: 'Enter', steer: 'CmdOrCtrl+Enter', stop: 'Esc' },
  asked: { allowOnce: 'CmdOrCtrl+Enter', safeAnswer: 'Esc' },
  list: {
    move: 'Up / Down',
    fold: 'Left / Right',
    choose: 'Shift+Space',
    chooseUpTo: 'Shift+Up / Shift+Down',
    chooseAll: 'CmdOrCtrl+A',
    chooseNone: 'Esc',
    rename: 'F2',
    remove: 'Delete'
  },
  finding: { next: 'Enter', previous: 'Shift+Enter', close: 'Esc' }
} as const
