/** How a shortcut's keys are written for the user and for screen readers. */
import { commands, type WindowCommandName } from '../../app/contract/bridge/commands'
import { shortcuts } from '../../app/texts/compiled/window/shortcuts'

export const isMac = navigator.platform.startsWith('Mac')

const macKeys: Readonly<Record<string, string>> = { CmdOrCtrl: '⌘', Shift: '⇧', Enter: '↵', Esc: 'esc' }

const namedKeys: Readonly<Record<string, () => string>> = {
  CmdOrCtrl: shortcuts.ctrl,
  Shift: shortcuts.shift,
  Enter: shortcuts.enter,
  Esc: shortcuts.esc,
  Delete: shortcuts.delete,
  Space: shortcuts.space
}

const signs: Readonly<Record<string, string>> = {
  Plus: '+',
  '-': '−',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→'
}

/** The keys one by one, as printed on the keyboard: `Ctrl`, `Shift`, `F`. */
export function splitShortcut(shortcut: string, onMac = isMac): readonly string[] {
  return shortcut.split('+').map((key) => (onMac ? macKeys[key] : namedKeys[key]?.()) ?? signs[key] ?? key)
}

/** `Ctrl+Shift+F`, on a Mac `⇧⌘F`. */
export function describeShortcut(shortcut: string, onMac = isMac): string {
  if (!onMac) return splitShortcut(shortcut, false).join('+')
  return splitShortcut(shortcut.replace(/^CmdOrCtrl\+Shift\+/u, 'Shift+CmdOrCtrl+'), true).join('')
}

/** For `aria-keyshortcuts`. */
export function ariaKeys(shortcut: string, onMac = isMac): string {
  return shortcut
    .replace('CmdOrCtrl', onMac ? 'Meta' : 'Control')
    .replace('Plus', '+')
    .replace('Esc', 'Escape')
}

/** The keys of a command's button: part of its tooltip, and read aloud. */
export function shortcutTip(label: string, name: WindowCommandName): ShortcutTip {
  const { shortcut } = commands[name]
  if (shortcut === null) return { 'data-tooltip': label }
  return {
    'data-tooltip': `${label} (${describeShortcut(shortcut)})`,
    'aria-keyshortcuts': ariaKeys(shortcut)
  }
}

export interface ShortcutTip {
  readonly 'data-tooltip': string
  readonly 'aria-keyshortcuts'?: string
}
