/** Every state of the window passes axe in light and dark, and the main job can be done without a mouse. */
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from 'playwright/test'
import { everything, fixture } from './fixtures/entries'
import { call, say, startModel, type Model } from './fixtures/model'
import { expect, shareParley, test } from './test'
import {
  answers,
  callDialog,
  chips,
  closeDialog,
  expectConnected,
  messageBox,
  offeredResource,
  openServers,
  promptCard,
  promptDialog,
  resourceCard,
  sendMessage,
  toolCard,
  trustDialog,
  trustEach
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

test('resources by keyboard alone: the dialog, the list over the message, the card', async () => {
  const { window, workspace } = parley()
  const mcpServers = { counter: fixture('counter'), everything: everything(), library: fixture('library') }
  workspace.writeSettings({ mcpServers, ...model.settings })
  await trustEach(window, ['everything', 'library'])
  await expectConnected(window, 3)
  await pressOn(window, window.getByRole('button', { name: 'New conversation' }))

  await pressOn(window, window.getByRole('button', { name: 'Attach', exact: true }))
  const dialog = window.getByRole('dialog', { name: 'Attach resources', exact: true })
  await expect(dialog.getByRole('searchbox', { name: 'Filter resources' })).toBeFocused()
  await expect(dialog.getByRole('listbox', { name: 'library', exact: true })).toBeVisible()
  await expectAccessible(window)
  await window.keyboard.type('library')
  await expect(dialog.getByRole('listbox')).toHaveCount(1)
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await expect(dialog).toContainText('Four minutes.')
  await window.keyboard.press('Space')
  await expect(offeredResource(dialog, 'library', /The book of tea/)).toHaveAttribute('aria-selected', 'true')
  await window.keyboard.press('ArrowDown')
  await tabTo(window, dialog.getByRole('textbox', { name: 'shelf' }))
  await window.keyboard.type('cr')
  await expect(dialog.getByRole('option', { name: 'crime', exact: true })).toBeVisible()
  await expectAccessible(window)
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'shelf' })).toHaveValue('crime')
  await window.keyboard.press('Tab')
  await window.keyboard.type('The Tin')
  await expect(dialog).toContainText('library://crime/The%20Tin')
  await pressOn(window, dialog.getByRole('button', { name: 'Show content' }))
  await expect(dialog.getByRole('region', { name: 'Details' })).toBeFocused()
  await pressOn(window, dialog.getByRole('button', { name: 'Attach', exact: true }))
  await expect(dialog).toBeHidden()
  await expect(messageBox(window)).toBeFocused()
  await expect(chips(window)).toHaveCount(2)

  await window.keyboard.type('Read it @arch')
  await expect(window.getByRole('listbox', { name: 'Resources', exact: true })).toBeVisible()
  await expectAccessible(window)
  await window.keyboard.press('Enter')
  await expect(chips(window)).toHaveCount(3)
  await pressOn(window, chips(window).last().getByRole('button', { name: 'Remove architecture.md' }))
  await expect(chips(window)).toHaveCount(2)
  await expect(messageBox(window)).toBeFocused()
  await window.keyboard.press('Enter')
  await pressOn(window, callDialog(window, 'counter', 'count').getByRole('button', { name: 'Deny' }))
  await expect(answers(window).last()).toContainText('Counted in turn 1.')
  const card = resourceCard(window, 'library', 'The book of tea')
  await pressOn(window, card.getByRole('button', { expanded: false }))
  await expect(card).toContainText('Four minutes.')
  await expectAccessible(window)
})

test('a prompt by keyboard alone: the list over the message, the dialog, the card', async () => {
  const { window } = parley()
  await tabTo(window, messageBox(window))
  await window.keyboard.type('/')
  const prompts = window.getByRole('listbox', { name: 'Prompts', exact: true })
  await expect(prompts.getByRole('option', { name: /completable-prompt/ })).toBeVisible()
  await expectAccessible(window)
  await window.keyboard.type('compl')
  await expect(prompts.getByRole('option')).toHaveCount(1)
  await window.keyboard.press('Enter')
  const dialog = promptDialog(window, 'completable-prompt')
  await expect(dialog.getByRole('textbox', { name: 'department' })).toBeFocused()
  await window.keyboard.press('Enter')
  await expect(dialog.getByText('The prompt needs this. Fill it in.')).toHaveCount(2)
  await window.keyboard.type('S')
  await expect(dialog.getByRole('listbox', { name: 'Values for department' })).toBeVisible()
  await expectAccessible(window)
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await window.keyboard.press('Tab')
  await window.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('option', { name: 'Eve', exact: true })).toBeVisible()
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'name' })).toHaveValue('Eve')
  await pressOn(window, dialog.getByRole('button', { name: 'Preview messages' }))
  await expect(dialog.getByRole('list', { name: 'Messages of the prompt' })).toContainText('promote Eve')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toBeFocused()
  await expectAccessible(window)
  await pressOn(window, dialog.getByRole('button', { name: 'Insert', exact: true }))
  await expect(dialog).toBeHidden()
  await expect(messageBox(window)).toBeFocused()
  await window.keyboard.press('Enter')
  await pressOn(window, callDialog(window, 'counter', 'count').getByRole('button', { name: 'Deny' }))
  await expect(answers(window).last()).toContainText('Counted in turn 2.')
  await expect(promptCard(window, 'everything', 'completable-prompt')).toContainText('promote Eve')
  await expectAccessible(window)
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
