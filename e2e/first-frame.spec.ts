/** The frame that the window shows before its script runs, and what the user does there meanwhile. */
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { callChannel } from '../app/contract/bridge/bridge'
import { earlyBox } from '../app/contract/bridge/early-input'
import { say } from './fixtures/model'
import type { Parley } from './launch'
import { expect, test } from './test'
import { answers, messageBox, personMessages } from './window'

/** Loads the page again without its script, until the returned function is called. */
async function loadWithoutScript({ window }: Pick<Parley, 'window'>): Promise<() => Promise<void>> {
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await window.route(/\/assets\/.*\.js$/u, async (route) => {
    await isReleased
    await route.continue()
  })
  await window.reload({ waitUntil: 'commit' })
  await expect(firstBox(window)).toBeFocused()
  return async () => {
    release()
    await expect(firstBox(window)).toHaveCount(0)
  }
}

const firstBox = (window: Page) => window.locator(`textarea[${earlyBox}]`)

/** Without the caret. Playwright's own pictures wait until the script has run. */
async function pixels({ app, window }: Parley): Promise<string> {
  await window.evaluate(async () => {
    document.documentElement.style.caretColor = 'transparent'
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
  })
  return app.evaluate(async ({ BrowserWindow }) => {
    const picture = await BrowserWindow.getAllWindows()[0]?.capturePage()
    return picture?.toBitmap().toString('hex') ?? ''
  })
}

/** The state of the host never arrives, so what the page draws first stays. */
const holdCalls = ({ app }: Parley) =>
  app.evaluate(({ ipcMain }, channel) => {
    // A collected promise would be answered with an error.
    const held: unknown[] = []
    Object.assign(globalThis, { held })
    ipcMain.removeHandler(channel)
    ipcMain.handle(channel, () => new Promise((resolve) => held.push(resolve)))
  }, callChannel)

for (const { theme, language, width, height } of [
  { theme: 'light', language: 'en', width: 1280, height: 800 },
  { theme: 'dark', language: 'de', width: 1280, height: 800 },
  { theme: 'light', language: 'en', width: 800, height: 600 }
])
  test(`looks the same before and after the script runs: ${theme}, ${language}, ${width} wide`, async ({
    start,
    workspace
  }) => {
    const bounds = { x: 0, y: 0, width, height }
    const state = { bounds, isMaximized: false, theme, language }
    fs.mkdirSync(workspace.dataFolder, { recursive: true })
    fs.writeFileSync(path.join(workspace.dataFolder, 'window.json'), JSON.stringify(state))
    workspace.writeSettings({ mcpServers: {}, appearance: { theme, language } })
    const parley = await start()
    await holdCalls(parley)
    const runScript = await loadWithoutScript(parley)
    const before = await pixels(parley)
    await runScript()
    const after = await pixels(parley)
    expect(after === before).toBe(true)
    expect(new Set(before.match(/.{8}/gu)).size).toBeGreaterThan(20)
  })

test('keeps each letter and the caret, and sends what was sent before the script ran', async ({
  start,
  workspace,
  startModel
}) => {
  const model = await startModel(() => [say('Good morning.')])
  workspace.writeSettings(model.settings)
  const parley = await start()
  const { window } = parley
  const runScript = await loadWithoutScript(parley)
  await window.keyboard.type('Helo')
  await window.keyboard.press('ArrowLeft')
  await window.keyboard.type('l')
  await runScript()
  await window.keyboard.type('l')
  await expect(messageBox(window)).toHaveValue('Helllo')
  await messageBox(window).fill('')

  const runAgain = await loadWithoutScript(parley)
  await window.keyboard.type('Hello')
  await window.keyboard.press('Enter')
  await expect(messageBox(window)).toHaveValue('Hello')
  await runAgain()
  await expect(personMessages(window)).toHaveText([/^Hello/u])
  await expect(answers(window)).toHaveText([/Good morning\./u])
})

test('shows the quick window before its script runs, with what is typed there, and closes it for an Escape of that time', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({})
  const { app, window } = await start()
  await expect(messageBox(window)).toBeEditable()
  const openQuick = () =>
    app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      items?.find(({ label }) => label === 'Quick window')?.click()
    })
  const [quick] = await Promise.all([app.waitForEvent('window'), openQuick()])
  const isVisible = async () => (await app.browserWindow(quick)).evaluate((shown) => shown.isVisible())
  await expect.poll(isVisible).toBe(true)

  const runScript = await loadWithoutScript({ window: quick })
  await expect(quick.getByRole('button', { name: 'Open in Parley', exact: true })).toBeVisible()
  await quick.keyboard.type('How many teas?')
  await quick.keyboard.press('Escape')
  expect(await isVisible()).toBe(true)
  await runScript()
  await expect.poll(isVisible).toBe(false)

  await openQuick()
  await expect.poll(isVisible).toBe(true)
  await expect(messageBox(quick)).toHaveValue('How many teas?')
})
