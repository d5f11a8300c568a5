/**
 * A question or an answer waits while the window is out of sight: the system shows a notification, and a press opens
 * it.
 */
import type { ElectronApplication } from 'playwright/test'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answerCall, answers, callDialog, sendMessage, trustAll } from './window'

interface Watched {
  told?: string[]
  last?: Electron.Notification
}

/** Test displays show no notifications, so this looks at the calls to Electron. */
function watchNews(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Notification }) => {
    const watched = globalThis as Watched
    watched.told = []
    Notification.isSupported = () => true
    Notification.prototype.show = function show() {
      watched.told?.push(`${this.title}: ${this.body}`)
      watched.last = this
    }
    Notification.prototype.close = () => {}
  })
}

const told = (app: ElectronApplication) => app.evaluate(() => (globalThis as Watched).told)
const press = (app: ElectronApplication) =>
  app.evaluate(() => void (globalThis as Watched).last?.emit('click', {} as Electron.Event))
const hide = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
const isShown = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())

test('notifies of a waiting question and answer while the window is hidden, without any text of the model', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [say('Secret tea.'), call('counter', 'count', { by: 1 })],
    [say('Counted in secret.')],
    [say('Once more in secret.')]
  ])
  workspace.writeSettings({ mcpServers: { counter: fixture('counter') }, ...model.settings })
  const { app, window } = await start()
  await trustAll(window, ['counter'])
  await watchNews(app)

  await hide(app)
  await sendMessage(window, 'How many?')
  await expect.poll(() => told(app)).toEqual(['Parley: A question is waiting for you.'])
  await press(app)
  await expect.poll(() => isShown(app)).toBe(true)
  await expect(callDialog(window, 'counter', 'count')).toBeVisible()
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Counted in secret.')

  await hide(app)
  await sendMessage(window, 'And again?')
  await expect.poll(async () => (await told(app))?.at(-1)).toBe('Parley: An answer is ready.')
  expect(JSON.stringify(await told(app))).not.toMatch(/secret/i)
  await press(app)
  await expect.poll(() => isShown(app)).toBe(true)
  await expect(answers(window).last()).toContainText('Once more in secret.')
})
