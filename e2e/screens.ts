/**
 * Pictures of the states of the window that a journey passes, for comparing two versions by eye and by pixel. Taken
 * where PARLEY_SCREENS names a folder; `npm run screens` sets it.
 */
import path from 'node:path'
import type { Page, TestInfo } from 'playwright/test'

const folder = process.env['PARLEY_SCREENS']
const taken = new Map<string, number>()

/** Named after the test and the number of the state in it, so that two versions of Parley have the same names. */
export async function takePicture(window: Page, info: TestInfo, theme: 'light' | 'dark'): Promise<void> {
  if (folder === undefined) return
  const title = `${info.title.replaceAll(/[^a-z0-9]+/giu, '-').slice(0, 60)}-${theme}`.toLowerCase()
  const number = (taken.get(title) ?? 0) + 1
  taken.set(title, number)
  await window.screenshot({
    path: path.join(folder, `${title}-${String(number).padStart(2, '0')}.png`),
    animations: 'disabled',
    caret: 'hide'
  })
}
