/** What the window itself keeps from one start to the next. */
import { expect, test } from './test'

test('the window comes back in the size that it was given, and in the colours of the theme', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ appearance: { theme: 'dark' } })
  const first = await start()
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(934, 712))
  await expect.poll(() => first.window.evaluate(() => outerWidth)).toBe(934)
  await expect.poll(() => first.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
  await first.quit()

  const { app } = await start()
  const size = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize())
  expect(size).toEqual([934, 712])
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
})
