import { afterEach, expect, test } from 'vitest'
import { showLanguage } from '../../app/texts/translated'
import { windowCommandNames, commands } from '../../app/contract/window/commands'
import { ariaKeys, shortcutTip, describeShortcut } from './describe-shortcut'

afterEach(() => showLanguage('en'))

test('keys are written as the keyboard of the system and of the language has them', async () => {
  expect(describeShortcut('CmdOrCtrl+Shift+F', false)).toBe('Ctrl+Shift+F')
  expect(describeShortcut('CmdOrCtrl+Shift+F', true)).toBe('⇧⌘F')
  expect(describeShortcut('CmdOrCtrl+Enter', true)).toBe('⌘↵')
  expect(describeShortcut('CmdOrCtrl+Plus', false)).toBe('Ctrl++')
  await showLanguage('de')
  expect(describeShortcut('CmdOrCtrl+Shift+F', false)).toBe('Strg+Umschalt+F')
})

test('readers of the screen get the names of the keys that they know', () => {
  expect(ariaKeys('CmdOrCtrl+Shift+F', false)).toBe('Control+Shift+F')
  expect(ariaKeys('CmdOrCtrl+,', true)).toBe('Meta+,')
})

test('the tip of a button says its keys where it has some', () => {
  expect(shortcutTip('Settings', 'settings')).toEqual({
    'data-tooltip': 'Settings (Ctrl+,)',
    'aria-keyshortcuts': 'Control+,'
  })
  expect(shortcutTip('Import', 'import')).toEqual({ 'data-tooltip': 'Import' })
})

test('no keys stand for two commands', () => {
  const all = windowCommandNames.flatMap((name) => commands[name].shortcut ?? [])
  expect(new Set(all).size).toBe(all.length)
})
