/** An app without a conversation: what it gets by hand, how it is shown, its tool calls, and its messages. */
import type { Locator } from 'playwright/test'
import { fixture } from './fixtures/entries'
import { lookAt } from './pictures'
import { expect, test } from './test'
import { expectInView, readViews, runInView } from './views'
import { callDialog, inspect, openServers, openTab, pressByKeyboard, pressIn, trustAll } from './window'

const messagesOf = (inspector: Locator): Locator =>
  inspector.getByRole('region', { name: 'Messages of the app' })

/** Newest first. */
const messageOf = (inspector: Locator, method: string): Locator =>
  messagesOf(inspector).locator('details').filter({ hasText: method })

const fold = (place: Locator, name: RegExp): Locator => place.locator('summary').filter({ hasText: name })

async function choose(inspector: Locator, field: string, option: string): Promise<void> {
  await pressByKeyboard(inspector.getByRole('combobox', { name: field }))
  await inspector.page().getByRole('option', { name: option, exact: true }).click()
}

async function write(inspector: Locator, field: string, text: string): Promise<void> {
  const box = inspector.getByRole('spinbutton', { name: field, exact: true })
  await box.fill(text)
  await box.press('Enter')
}

test('opens an app on the page of its server, gives it input and result, and shows its messages', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { views: fixture('views') } })
  const { app, window } = await start()
  await trustAll(window, ['views'])
  const page = await inspect(await openServers(window), 'views')
  await openTab(page, 'Apps')
  await pressByKeyboard(fold(page, /^chart/u))
  await pressByKeyboard(page.getByRole('button', { name: 'Open app' }))
  const inspector = page.getByRole('group', { name: 'App views chart' })
  await expectInView(app, 'No input yet', 'mode inline')
  await expect(inspector.getByText('The app waits for its input.')).toBeVisible()
  await expect(window.getByRole('dialog')).toHaveCount(0)

  // Part of the input, the input, then the result.
  await pressByKeyboard(fold(inspector, /^Partial input/u))
  await inspector.getByRole('textbox', { name: 'Beginning of the input, as JSON' }).fill('{"city":"Os')
  await pressByKeyboard(inspector.getByRole('button', { name: 'Send partial input' }))
  await expectInView(app, 'Writing Os')
  await pressByKeyboard(fold(inspector, /^Result by hand/u))
  const sendResult = inspector.getByRole('button', { name: 'Send result' })
  await expect(sendResult).toBeDisabled()
  await inspector.getByRole('textbox', { name: 'city' }).fill('Oslo')
  await pressByKeyboard(inspector.getByRole('button', { name: 'Send input' }))
  await expectInView(app, 'Oslo')
  await expect(inspector.getByRole('button', { name: 'Send partial input' })).toBeDisabled()
  await expect(inspector.getByRole('button', { name: 'Send input' })).toBeDisabled()
  const result = inspector.getByRole('textbox', { name: 'Tool result, as JSON' })
  await result.fill('{"content":[{"type":"text"}],"structuredContent":{"temperatures":[7]}}')
  await pressByKeyboard(sendResult)
  await expect(inspector.getByRole('alert')).toContainText("This isn't a tool result")
  await result.fill('{"content":[],"structuredContent":{"temperatures":[7]}}')
  await pressByKeyboard(sendResult)
  await expectInView(app, '7')
  await expect(inspector.getByText(/^The call is over/u)).toBeVisible()

  // The host context: only what changed is sent, and sizes change the frame.
  await pressByKeyboard(fold(inspector, /^Host context/u))
  await choose(inspector, 'Theme', 'Dark')
  await expectInView(app, 'theme dark')
  await choose(inspector, 'Display mode', 'Full screen')
  await expectInView(app, 'mode fullscreen')
  await choose(inspector, 'Display mode', 'Inline')
  await choose(inspector, 'Device', 'Tablet')
  await write(inspector, 'Width', '390')
  const guest = inspector.locator('webview')
  await expect.poll(async () => Math.round((await guest.boundingBox())?.width ?? 0)).toBe(390)
  const changed = messageOf(inspector, 'ui/notifications/host-context-changed')
  await expect(changed).toHaveCount(5)
  await pressByKeyboard(changed.last().locator('summary'))
  await expect(changed.last()).toContainText('"theme": "dark"')
  await expect(changed.last()).not.toContainText('timeZone')
  await lookAt(window, 'inspector')

  // All messages, in their order.
  const methods = await inspector.locator('[data-direction] > summary code').allTextContents()
  const order = methods.toReversed().filter((method) => !method.includes('size-changed'))
  expect(order.slice(0, 7)).toEqual([
    'ui/initialize',
    'ui/initialize',
    'ui/notifications/initialized',
    'ui/notifications/tool-input-partial',
    'ui/notifications/tool-input',
    'ui/notifications/tool-result',
    'ui/notifications/host-context-changed'
  ])
  await messagesOf(inspector).getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(inspector.getByText(/^No messages yet/u)).toBeVisible()

  // A real call: after the question, and with a record.
  await inspector.getByRole('button', { name: 'Start again' }).press('Enter')
  await expectInView(app, 'No input yet')
  await expect(inspector.getByText('The app waits for its input.')).toBeVisible()
  await inspector.getByRole('textbox', { name: 'city' }).fill('Bergen')
  await pressByKeyboard(inspector.getByRole('button', { name: 'Call the tool' }))
  const question = callDialog(window, 'views', 'chart')
  await expect(question).toContainText('Bergen')
  await expect(question.getByRole('button', { name: 'Allow for this conversation' })).toHaveCount(0)
  await expect(inspector.getByText('Hidden while Parley asks you a question.')).toBeVisible()
  await lookAt(window, 'inspector-question')
  await pressIn(question, 'Allow once')
  await expectInView(app, 'Bergen', '12', '18', '24')

  // What the app itself asks for.
  await runInView(app, "ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Hi' }] })")
  const refused = messageOf(inspector, 'ui/message').filter({ hasText: 'error' })
  await refused.locator('summary').press('Enter')
  await expect(refused).toContainText('there is no conversation to send a message to')
  await runInView(app, "document.getElementById('call').click()")
  await pressIn(callDialog(window, 'views', 'chart'), 'Deny')
  await expect(messageOf(inspector, 'tools/call').filter({ hasText: 'error' })).toBeVisible()

  await inspector.getByRole('button', { name: 'Close app' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Open app' })).toBeFocused()
  expect(await readViews(app)).toEqual([])
})
