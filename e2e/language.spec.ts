/** The window in another language: chosen in Settings without a restart, kept, and taken from the system. */
import { everything } from './fixtures/entries'
import { expect, sharedTest as test } from './test'
import { messageBox, trustAll } from './window'

const menuLabels = ({ Menu }: typeof Electron.CrossProcessExports) =>
  Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []

test('shows another language at once, everywhere, and from the first frame of the next start', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { everything: everything() }, models: { default: 'direct' } })
  const first = await start()
  const { window } = first
  await trustAll(window, ['everything'])
  await messageBox(window).fill('Half a thought')
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  await window.getByRole('tab', { name: 'Appearance', exact: true }).click()
  await window.getByRole('combobox', { name: 'Language' }).click()
  await window.getByRole('option', { name: 'Deutsch', exact: true }).click()
  await expect(window.getByRole('combobox', { name: 'Sprache' })).toBeVisible()
  await expect(window.locator('html')).toHaveAttribute('lang', 'de')
  await expect.poll(() => first.app.evaluate(menuLabels)).toContain('&Datei')
  expect(JSON.parse(workspace.readSettings())).toMatchObject({ appearance: { language: 'de' } })
  await first.quit()

  const second = await start()
  await expect(second.window.locator('html')).toHaveAttribute('lang', 'de')
  await expect.poll(() => second.app.evaluate(menuLabels)).toContain('&Datei')
})
