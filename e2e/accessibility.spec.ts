/** Every state of the window passes axe in light and dark, and the main job can be done without a mouse. */
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from 'playwright/test'
import { fixture } from './fixtures/entries'
import { call, say, startModel, type Model } from './fixtures/model'
import { expect, shareParley, test } from './test'
import {
  answers,
  callDialog,
  closeDialog,
  expectConnected,
  messageBox,
  openServers,
  sendMessage,
  toolCard,
  trustDialog
} from './window'

let model: Model

const parley = shareParley(async () => {
  model = await startModel(({ turn }) =>
    turn.isFirstReply
      ? [say('I **count**:\n\n```js\nconst one = 1\n```'), call('counter', 'count', { by: 1 })]
      : [say(`Counted in turn ${turn.number}.`)]
  )
  return { mcpServers: { counter: fixture('counter') }, ...model.settings }
})

test.afterAll(() => model.close())
test.describe.configure({ mode: 'serial' })

async function expectAccessible(window: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await expect.poll(() => window.evaluate(countTransitions)).toBe(0)
    const axe = new AxeBuilder({ page: window }).setLegacyMode(true)
    // What lies under an open dialog is dimmed and out of reach.
    if (await window.getByRole('dialog').isVisible()) axe.include('[role="dialog"]')
    const { violations } = await axe.analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`)
    )
    expect(found, colorScheme).toEqual([])
  }
}

test('the question whether to trust a server', async () => {
  const { window } = parley()
  await expect(trustDialog(window, 'counter')).toBeVisible()
  await expectAccessible(window)
})

test('the main job by keyboard alone, looked at on the way', async () => {
  const { window } = parley()
  await pressOn(window, trustDialog(window, 'counter').getByRole('button', { name: 'Trust and start' }))
  await expectConnected(window, 1)
  await expectAccessible(window)

  await tabTo(window, messageBox(window))
  await window.keyboard.type('Count one')
  await window.keyboard.press('Shift+Enter')
  await window.keyboard.type('please')
  await window.keyboard.press('Enter')
  await expect(callDialog(window, 'counter', 'count')).toBeVisible()
  await expectAccessible(window)
  await pressOn(window, callDialog(window, 'counter', 'count').getByRole('button', { name: 'Allow once' }))
  await expect(answers(window).last()).toContainText('Counted in turn 1.')
  await expect(toolCard(window, 'counter', 'count')).toContainText('done')
  await expectAccessible(window)

  await pressOn(window, window.getByRole('button', { name: 'New conversation' }))
  await expect(answers(window)).toHaveCount(0)
})

test('the dialog of servers and the settings', async () => {
  const { window } = parley()
  const servers = await openServers(window)
  await expectAccessible(window)
  await closeDialog(servers)
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(window.getByLabel(/API key/i).first()).toBeVisible()
  await expectAccessible(window)
  await window.keyboard.press('Escape')
  await sendMessage(window, 'Still here?')
  await pressOn(window, callDialog(window, 'counter', 'count').getByRole('button', { name: 'Deny' }))
})

async function pressOn(window: Page, control: Locator): Promise<void> {
  await tabTo(window, control)
  // A question sleeps for a moment, so that a key meant for something else says no yes.
  await expect(control).toBeEnabled()
  await window.keyboard.press('Enter')
}

/** Colours in between are nobody's choice. */
function countTransitions(): number {
  return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
}

/** Reaches a control as a person without a mouse does; the focus must go round to it. */
async function tabTo(window: Page, control: Locator): Promise<void> {
  await control.waitFor()
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isFocused()); presses++) await window.keyboard.press('Tab')
  await expect(control).toBeFocused()
}
