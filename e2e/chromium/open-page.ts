/** Shows the app's page in another Chromium instead of the app's own window. `npm run chromium` says which one. */
import { chromium, type ElectronApplication, type Page } from 'playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from '../expect'
import { patienceMs } from '../patience'
import { createElectron } from './electron-in-page'

/** undefined: journeys use the app's own window. */
export const otherChromium = process.env['PARLEY_CHROMIUM']

export interface OtherPage {
  readonly app: ElectronApplication
  readonly executablePath: string
  readonly projectFolder: string
  /** Switches of the app that the browser gets too. */
  readonly args: readonly string[]
  /** To be called with the page before it loads anything. */
  readonly prepare: (page: Page) => void
}

export async function openInChromium({
  app,
  executablePath,
  projectFolder,
  args,
  prepare
}: OtherPage): Promise<Page> {
  const address = await findAddress(app)
  const size = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getContentSize())
  const [width = 1180, height = 780] = size ?? []
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    // Electron shows scroll bars.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    env: { ...process.env, LD_LIBRARY_PATH: process.env['PARLEY_CHROMIUM_LIBRARIES'] ?? '' },
    chromiumSandbox: process.getuid?.() !== 0
  })
  app.once('close', () => void browser.close())
  const language = args.findLast((arg) => arg.startsWith('--lang='))?.slice('--lang='.length)
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: 'no-preference',
    timezoneId: 'UTC',
    ...(language !== undefined && { locale: language })
  })
  context.setDefaultTimeout(patienceMs)
  const preload = fs.readFileSync(path.join(projectFolder, 'out/preload/index.cjs'), 'utf8')
  await context.addInitScript(`{
    const electron = (${createElectron.toString()})()
    ;((require) => {${preload}\n})(() => electron)
  }`)
  const page = await context.newPage()
  prepare(page)
  await page.goto(address)
  return page
}

/** Of the page; known once the app's own window has loaded it. */
async function findAddress(app: ElectronApplication): Promise<string> {
  const ask = () => app.evaluate(() => (globalThis as { pageAddress?: string }).pageAddress ?? null)
  await expect.poll(ask, { message: 'address of the page', timeout: patienceMs }).not.toBeNull()
  return (await ask()) ?? ''
}
