/** The window's own state from one start to the next. */
import { expect, test } from './test'

test("restores the window's size, the theme's colours and the zoom", async ({ start, workspace }) => {
  workspace.writeSettings({ appearance: { theme: 'dark' } })
  const first = await start()
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(934, 712))
  await expect.poll(() => first.window.evaluate(() => outerWidth)).toBe(934)
  await expect.poll(() => first.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
  const zoomOf = ({ app }: typeof first) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor())
  for (const zoom of [1.1, 1.25]) {
    await first.window.keyboard.press('Control++')
    await expect.poll(() => zoomOf(first)).toBeCloseTo(zoom)
  }
  await first.quit()

  const second = await start()
  const { app } = second
  await expect.poll(() => zoomOf(second)).toBeCloseTo(1.25)
  const size = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize())
  expect(size).toEqual([934, 712])
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
})
