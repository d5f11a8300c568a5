/** The window's own state from one start to the next. */
import type { Parley } from './launch'
import { expect, sharedTest as test } from './test'

test("restores the window's size, the theme's colours and the zoom", async ({ start, workspace }) => {
  workspace.writeSettings({ appearance: { theme: 'dark' } })
  const first = await start()
  const before = await sizeOf(first)
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
  expect(await sizeOf(second)).toEqual([934, 712])
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')

  // As it was, for the next visit.
  await second.window.keyboard.press('Control+0')
  await expect.poll(() => zoomOf(second)).toBeCloseTo(1)
  await app.evaluate(
    ({ BrowserWindow }, [width, height]) => BrowserWindow.getAllWindows()[0]?.setSize(width, height),
    before
  )
  await expect.poll(() => sizeOf(second)).toEqual(before)
})

function sizeOf({ app }: Parley): Promise<[width: number, height: number]> {
  return app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize() as [width: number, height: number]
  )
}
