import { afterEach, expect, test } from 'vitest'
import { showLanguage } from '../../app/texts/translated'
import { windowCommandNames, commands } from '../../app/contract/bridge/commands'
import { ariaKeys, shortcutTip, describeShortcut } from './describe-shortcut'

afterEach(() => showLanguage('en'))

test("writes keys as the system's keyboard and the language do", async () => {
  expect(describeShortcut('CmdOrCtrl+Shift+F', false)).toBe('Ctrl+Shift+F')
  expect(describeShortcut('CmdOrCtrl+Shift+F', true)).toBe('⇧⌘F')
  expect(describeShortcut('CmdOrCtrl+Enter', true)).toBe('⌘↵')
  expect(describeShortcut('CmdOrCtrl+Plus', false)).toBe('Ctrl++')
  await showLanguage('de')
  expect(describeShortcut('CmdOrCtrl+Shift+F', false)).toBe('Strg+Umschalt+F')
})

test('gives screen readers the names of keys that they know', () => {
  expect(ariaKeys('CmdOrCtrl+Shift+F', false)).toBe('Control+Shift+F')
  expect(ariaKeys('CmdOrCtrl+,', true)).toBe('Meta+,')
})

test('shows the keys of a button in its tooltip, if it has any', () => {
  expect(shortcutTip('Settings', 'settings')).toEqual({
    'data-tooltip': 'Settings (Ctrl+,)',
    'aria-keyshortcuts': 'Control+,'
  })
  expect(shortcutTip('Import', 'import')).toEqual({ 'data-tooltip': 'Import' })
})

test('assigns no keys to two commands', () => {
  const all = windowCommandNames.flatMap((name) => commands[name].shortcut ?? [])
  expect(new Set(all).size).toBe(all.length)
})
