/**
 * Several windows of one host: all show the same state, and each press belongs to the window in which it was made.
 */
import type { ElectronApplication, Page } from 'playwright/test'
import type { Bridge } from '../app/contract/bridge/bridge'
import { fixture, readCalls } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answers, callDialog, conversationList, messageBox, pressIn, sendMessage, trustAll } from './window'

async function opened(app: ElectronApplication, open: () => Promise<void>): Promise<Page> {
  const [page] = await Promise.all([app.waitForEvent('window'), open()])
  await expect(messageBox(page)).toBeEditable()
  return page
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

test('shows one conversation in two windows, and closes a question in both by a press in one', async ({
  start,
  startModel,
  workspace
}) => {
  const counted = workspace.file('counted')
  const model = await startModel([
    [say('I count.'), call('counter', 'count', { by: 3 })],
    [call('counter', 'count', { by: 4 })],
    [say('Seven teas.')],
    [say('Still here.')]
  ])
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${counted}`) },
    ...model.settings
  })
  const { app, window: first } = await start()
  await trustAll(first, ['counter'])
  await sendMessage(first, 'How many teas?')
  await expect(callDialog(first, 'counter', 'count')).toBeVisible()

  const second = await opened(app, () => first.keyboard.press('Control+Shift+N'))
  await expect(second.getByRole('heading', { name: 'New conversation', exact: true })).toBeVisible()
  await second.screenshot({ path: test.info().outputPath('second.png') })
  await pressIn(callDialog(second, 'counter', 'count'), 'Allow once')
  await expect.poll(() => readCalls(counted)).toEqual([{ name: 'count', arguments: { by: 3 } }])

  // The next question. A press in the second window approves nothing in the first.
  await expect(callDialog(first, 'counter', 'count')).toBeVisible()
  await expect(callDialog(second, 'counter', 'count')).toBeVisible()
  await expect(callDialog(second, 'counter', 'count').getByRole('button', { name: 'Allow once', exact: true })).not.toHaveAttribute('aria-disabled', 'true') // prettier-ignore
  await callDialog(second, 'counter', 'count').getByRole('heading').first().click()
  expect(await allowByScript(first)).toBe('BRIDGE_NO_PERSON')
  expect(await allowByScript(second)).toBe('allowed')
  await conversationList(second).getByRole('button', { name: 'How many teas?', exact: true }).click()
  for (const page of [first, second]) {
    await expect(answers(page).last()).toContainText('Seven teas.')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  const row = conversationList(first).getByRole('listitem').filter({ hasText: 'How many teas?' })
  await row.click({ button: 'right' })
  const item = first.getByRole('menuitem', { name: 'Open in new window', exact: true })
  await expect(item).toBeVisible()
  await first.screenshot({ path: test.info().outputPath('menu.png') })
  const third = await opened(app, () => item.click())
  await expect(answers(third).last()).toContainText('Seven teas.')
  await third.screenshot({ path: test.info().outputPath('third.png') })

  for (const page of [second, third]) {
    const window = await app.browserWindow(page)
    await window.evaluate((one) => one.close())
  }
  await expect.poll(() => app.windows().length).toBe(1)
  await sendMessage(first, 'And now?')
  await expect(answers(first).last()).toContainText('Still here.')
})
