import type { MenuItemConstructorOptions } from 'electron'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { windowCommandNames, commands } from '../app/contract/bridge/commands'
import { menuTitle } from '../app/texts/command-titles'
import { showLanguage } from '../app/texts/translated'
import { describeMenu, type AppMenuCommand } from './menu'

function entries(isMac: boolean, hasDeveloperTools: boolean) {
  const chosen: AppMenuCommand[] = []
  const template = describeMenu({
    isMac,
    hasDeveloperTools,
    choose: (command) => chosen.push(command),
    openDocumentation: null,
    checkForUpdates: null
  })
  const items = template.flatMap((item) => [item, ...((item.submenu ?? []) as MenuItemConstructorOptions[])])
  return { items, chosen }
}

afterEach(() => showLanguage('en'))

describe('the application menu', () => {
  test.each([true, false])('is in the language of the window throughout (macOS: %s)', async (isMac) => {
    const inEnglish = entries(isMac, true).items.map(({ label }) => label)
    await showLanguage('de')
    const inGerman = entries(isMac, true).items.map(({ label }) => label)
    expect(inGerman).toContain('Einstellungen…')
    // A word of both languages.
    const others = inGerman.filter((label) => label !== undefined && label !== 'Logs')
    expect(others.filter((label) => inEnglish.includes(label))).toEqual([])
    expect(inEnglish.filter((label) => label === undefined)).toHaveLength(
      entries(isMac, true).items.filter(({ type, role }) => type === 'separator' || role === 'appMenu').length
    )
  })

  test.each([true, false])('offers every command of the contract once (macOS: %s)', (isMac) => {
    const { items, chosen } = entries(isMac, true)
    for (const item of items) (item.click as (() => void) | undefined)?.()
    const inMenu = windowCommandNames.filter((name) => commands[name].menu !== null)
    expect(new Set(chosen)).toEqual(new Set(inMenu))
    // Plus has two shortcuts; the second has no menu item.
    const twice = ['zoom-in', ...(isMac ? ['about'] : [])]
    expect(chosen).toHaveLength(inMenu.length + twice.length)
    expect(items.filter(({ visible }) => visible === false)).toHaveLength(1)
  })

  test("offers nothing that the command menu doesn't, except editing commands and development tools", () => {
    const { items } = entries(false, false)
    const names = new Set(windowCommandNames.map(menuTitle))
    const others = items.filter(
      ({ label, submenu, role }) =>
        label !== undefined && submenu === undefined && !names.has(label) && role !== 'windowMenu'
    )
    expect(others.map(({ role }) => role)).toEqual([
      ...['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll']
    ])
  })

  test('opens the documentation and checks for updates from Help, if the build has a publisher', () => {
    const openDocumentation = vi.fn()
    const checkForUpdates = vi.fn()
    const choose = vi.fn()
    const options = { isMac: false, hasDeveloperTools: false, choose, openDocumentation, checkForUpdates }
    const help = describeMenu(options).at(-1)?.submenu as MenuItemConstructorOptions[]
    for (const label of ['Documentation', 'Check for updates…'])
      (help.find((item) => item.label === label)?.click as (() => void) | undefined)?.()
    expect(openDocumentation).toHaveBeenCalledOnce()
    expect(checkForUpdates).toHaveBeenCalledOnce()
    expect(choose).not.toHaveBeenCalled()
  })

  test('gives each shortcut one meaning', () => {
    const shortcuts = entries(false, true).items.flatMap((item) => item.accelerator ?? [])
    expect(new Set(shortcuts).size).toBe(shortcuts.length)
    expect(shortcuts).toContain('CmdOrCtrl+N')
  })

  test('offers reload and developer tools in development only', () => {
    const roles = (hasDeveloperTools: boolean) =>
      entries(false, hasDeveloperTools).items.map((item) => item.role)
    expect(roles(true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']))
    expect(roles(false)).not.toContain('reload')
    expect(roles(false)).not.toContain('toggleDevTools')
  })

  test.each([true, false])('has a way to quit (macOS: %s)', (isMac) => {
    expect(entries(isMac, false).items.map((item) => item.role)).toContain('quit')
  })
})
