/** What Parley says about itself: its runtime, and the licences of its components. */
import { expect, test } from './test'
import { conversationList, messageBox } from './window'

test('SEC-11-12 says once, beside the list, that a runtime is out of support, shows the licences in About, and skips the welcome where settings exist', async ({
  start,
  workspace
}, info) => {
  workspace.writeSettings({})
  const first = await start()
  await expect(messageBox(first.window)).toBeEditable()
  await expect(first.window.getByRole('dialog')).toHaveCount(0)
  const version = await first.window.evaluate(() => /Electron\/(\S+)/.exec(navigator.userAgent)?.[1] ?? '')
  const notice = conversationList(first.window).getByRole('status').filter({ hasText: 'Electron' })
  const isOld = Number(version.split('.')[0]) < 43
  if (isOld) {
    await expect(notice).toContainText(`Electron ${version} no longer gets security updates`)
    await expect(messageBox(first.window)).toBeFocused()
    await first.window.screenshot({ path: info.outputPath('notice.png') })
    await conversationList(first.window).getByRole('button', { name: 'Hide this notice' }).click()
  }
  await expect(notice).toHaveCount(0)

  await first.app.evaluate(({ Menu }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === 'help')
    help?.submenu?.items.find(({ label }) => label === 'About Parley')?.click()
  })
  const about = first.window.getByRole('dialog', { name: 'About Parley' })
  await about.getByText('Third-party licenses').click()
  const react = about.getByRole('listitem').filter({ hasText: /^react · / })
  await react.getByText(/^react · /).click()
  await expect(react.getByText('Permission is hereby granted')).toBeVisible()
  await first.window.screenshot({ path: info.outputPath('about.png') })
  await first.quit()

  const second = await start()
  await expect(conversationList(second.window)).toBeVisible()
  await expect(
    conversationList(second.window).getByRole('status').filter({ hasText: 'Electron' })
  ).toHaveCount(0)
})
