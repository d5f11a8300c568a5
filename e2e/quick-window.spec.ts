/** Parley outside of its windows: the quick window by system-wide keys, and the tray. */
import type { ElectronApplication, Page } from 'playwright/test'
import type { Bridge } from '../app/contract/bridge/bridge'
import { fixture, readCalls } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, test } from './test'
import { answers, callDialog, messageBox, personMessages, pressIn, sendMessage, trustAll } from './window'

interface Watched {
  keys?: Record<string, () => void>
  taken?: string[]
  tray?: Electron.Menu | null
}

/** Test displays have no tray, and no key reaches the system, so this looks at the calls to Electron. */
async function watchDesktop(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ globalShortcut, Tray }) => {
    const watched = globalThis as Watched
    watched.keys = {}
    watched.taken = []
    globalShortcut.register = (keys, act) => {
      if (watched.taken?.includes(keys) === true) return false
      watched.keys = { ...watched.keys, [keys]: act }
      return true
    }
    globalShortcut.unregister = (keys) => void delete watched.keys?.[keys]
    Tray.prototype.setContextMenu = (menu) => void (watched.tray = menu)
  })
}

const keysTaken = (app: ElectronApplication) =>
  app.evaluate(() => Object.keys((globalThis as Watched).keys ?? {}))

const pressKeys = (app: ElectronApplication) =>
  app.evaluate(() => Object.values((globalThis as Watched).keys ?? {})[0]?.())

const trayLabels = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as Watched).tray?.items.flatMap(({ label, type }) => (type === 'separator' ? [] : label)) ?? []) // prettier-ignore

const pressTray = (app: ElectronApplication, label: string) =>
  app.evaluate((_electron, wanted) => {
    const item = (globalThis as Watched).tray?.items.find((one) => one.label === wanted)
    if (item === undefined) throw new Error(`The tray has no “${wanted}”.`)
    item.click()
  }, label)

const pressMenu = (app: ElectronApplication, label: string) =>
  app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
    items?.find((one) => one.label === wanted)?.click()
  }, label)

async function opened(app: ElectronApplication, open: () => Promise<unknown>): Promise<Page> {
  const [page] = await Promise.all([app.waitForEvent('window'), open()])
  await expect(messageBox(page)).toBeEditable()
  return page
}

const isVisible = async (app: ElectronApplication, page: Page) =>
  (await app.browserWindow(page)).evaluate((window) => window.isVisible())

/** A page accepts typing before its window is on the screen, and Escape stops an answer that is not yet over. */
async function putAway(app: ElectronApplication, quick: Page): Promise<void> {
  await expect.poll(() => isVisible(app, quick)).toBe(true)
  await expect(quick.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await quick.keyboard.press('Escape')
  await expect.poll(() => isVisible(app, quick)).toBe(false)
}

async function chooseKeys(window: Page, keys: string): Promise<void> {
  await window.getByRole('combobox', { name: 'Shortcut for the quick window' }).click()
  await window.getByRole('option', { name: keys, exact: true }).click()
}

async function openAppearance(window: Page): Promise<void> {
  await window.keyboard.press('Control+,')
  await window.getByRole('tab', { name: 'Appearance' }).click()
}

/** What a script in this page gets when it approves the open question. */
function allowByScript(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { bridge } = globalThis as unknown as { bridge: Bridge }
    const snapshot = await bridge.call('app.snapshot', {})
    const questionId = snapshot.ok ? (snapshot.value.questions[0]?.id ?? '') : ''
    const answer = { type: 'tool-call', decision: 'allow-once' } as const
    const result = await bridge.call('consent.answer', { questionId, answer })
    return result.ok ? 'allowed' : result.error.code
  })
}

test('opens the quick window by system-wide keys, asks and answers a question there, opens its conversation in Parley, and keeps nothing running', async ({
  start,
  startModel,
  workspace
}) => {
  const counted = workspace.file('counted')
  const model = await startModel([
    [say('I count.'), call('counter', 'count', { by: 3 })],
    [say('Three teas.')],
    [say('Of course.')]
  ])
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${counted}`) },
    ...model.settings
  })
  const parley = await start()
  const { app, window } = parley
  await watchDesktop(app)
  await trustAll(window, ['counter'])
  expect(await keysTaken(app)).toEqual([])

  await openAppearance(window)
  await app.evaluate(() => void (globalThis as Watched).taken?.push('Alt+Shift+P'))
  await chooseKeys(window, 'Alt+Shift+P')
  await expect(window.getByRole('dialog')).toContainText('Another program already uses this shortcut.')
  expect(workspace.readSettings()).not.toContain('Alt+Shift+P')
  await chooseKeys(window, 'Ctrl+Shift+Space')
  await expect.poll(() => keysTaken(app)).toEqual(['CmdOrCtrl+Shift+Space'])
  await window.screenshot({ path: test.info().outputPath('settings.png') })
  await window.keyboard.press('Escape')

  const quick = await opened(app, () => pressKeys(app))
  await expect(quick.getByRole('navigation')).toHaveCount(0)
  await quick.screenshot({ path: test.info().outputPath('quick.png') })
  await sendMessage(quick, 'How many teas?')
  await expect(callDialog(quick, 'counter', 'count')).toBeVisible()
  // A press in the main window approves nothing in the quick one.
  await callDialog(window, 'counter', 'count').getByRole('heading').first().click()
  expect(await allowByScript(quick)).toBe('BRIDGE_NO_PERSON')
  await quick.screenshot({ path: test.info().outputPath('question.png') })
  await pressIn(callDialog(quick, 'counter', 'count'), 'Allow once')
  await expect(answers(quick).last()).toContainText('Three teas.')
  expect(readCalls(counted)).toEqual([{ name: 'count', arguments: { by: 3 } }])
  await quick.screenshot({ path: test.info().outputPath('answer.png') })

  // Hidden and shown again, it is unchanged.
  await putAway(app, quick)
  await pressKeys(app)
  await expect.poll(() => isVisible(app, quick)).toBe(true)
  await expect(answers(quick).last()).toContainText('Three teas.')

  await quick.getByRole('button', { name: 'Open in Parley', exact: true }).click()
  await expect(answers(window).last()).toContainText('Three teas.')
  await expect(window.getByRole('heading', { name: 'How many teas?', exact: true })).toBeVisible()
  await expect.poll(() => isVisible(app, quick)).toBe(false)
  await sendMessage(window, 'And now?')
  await expect(answers(window).last()).toContainText('Of course.')

  await window.keyboard.press('Control+K')
  await window.getByRole('combobox', { name: 'Search commands' }).fill('quick')
  await expect(window.getByRole('option').first()).toContainText('Quick window')
  await window.keyboard.press('Enter')
  await expect.poll(() => isVisible(app, quick)).toBe(true)
  await expect(personMessages(quick)).toHaveCount(0)
  await putAway(app, quick)

  await pressMenu(app, 'Quick window')
  await putAway(app, quick)
  const ended = app.waitForEvent('close')
  await (await app.browserWindow(window)).evaluate((one) => one.close())
  await ended
  expect(parley.isRunning(), 'the hidden quick window keeps nothing running').toBe(false)
})

test('runs in the tray without a window until it is quit there', async ({ start, workspace }) => {
  workspace.writeSettings({})
  const parley = await start()
  const { app, window } = parley
  await watchDesktop(app)
  await openAppearance(window)
  await window.getByRole('switch', { name: 'Keep running in the tray' }).click()
  await expect
    .poll(() => trayLabels(app))
    .toEqual(['New conversation', 'Quick window', 'Open Parley', 'Quit Parley'])
  expect(workspace.readSettings()).toMatch(/"tray":\s*true/u)
  await (await app.browserWindow(window)).evaluate((one) => one.close())
  await expect.poll(() => app.windows().length).toBe(0)

  const quick = await opened(app, () => pressTray(app, 'Quick window'))
  await putAway(app, quick)
  const whole = await opened(app, () => pressTray(app, 'Open Parley'))
  await expect(whole.getByRole('navigation', { name: 'Conversations' })).toBeVisible()
  await messageBox(whole).fill('A draft')
  await pressTray(app, 'New conversation')
  await expect(whole.getByRole('heading', { name: 'New conversation', exact: true })).toBeVisible()
  const ended = app.waitForEvent('close')
  await pressTray(app, 'Quit Parley')
  await ended
  expect(parley.isRunning()).toBe(false)
})
