/** Axe finds nothing in any state of the window, light or dark, and the main job needs no mouse. */
import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import {
  askAgainDialog,
  inputDialog,
  linkDialog,
  runTool,
  samplingAnswerDialog,
  samplingDialog
} from './server-questions'
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
  serverItem,
  serverPage,
  toolCard,
  trustDialog,
  trustEach
} from './window'
import type { SettingsFile } from './workspace'

let model: Model

async function prepare(): Promise<SettingsFile> {
  model = await startModel(({ turn }) =>
    turn.isFirstReply
      ? [say('I **count**:\n\n```js\nconst one = 1\n```'), call('counter', 'count', { by: 1 })]
      : [say(`Counted in turn ${turn.number}.`)]
  )
  return { mcpServers: { counter: fixture('counter') }, ...model.settings }
}

// Axe leaves more in the window than a snapshot of its memory can take.
const parley = shareParley(prepare, { isStory: true })

test.afterAll(() => model.close())

test('asks whether to trust a server', async () => {
  const { window } = parley()
  await expect(trustDialog(window, 'counter')).toBeVisible()
  await expectAccessible(window)
})

test('does the main job by keyboard only without violations on the way', async () => {
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

test('opens the servers dialog, and returns the focus when the settings close', async () => {
  const { window } = parley()
  const servers = await openServers(window)
  await expectAccessible(window)
  await servers.getByRole('tab', { name: 'All servers' }).focus()
  await window.keyboard.press('ArrowRight')
  await window.keyboard.press('Enter')
  await expect(servers.getByRole('region', { name: 'What counter offers' })).toContainText('count')
  await expectAccessible(window)
  await closeDialog(servers)
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(window.getByLabel(/API key/i).first()).toBeVisible()
  await window.keyboard.press('Escape')
  // The focus returns to where the dialog was opened. A key pressed earlier would open it again.
  await expect(window.getByRole('button', { name: 'Settings', exact: true })).toBeFocused()
  await sendMessage(window, 'Still here?')
  await pressOn(window, callDialog(window, 'counter', 'count').getByRole('button', { name: 'Deny' }))
})

test('attaches resources by keyboard only: dialog, list over the message, card', async () => {
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

test('uses a prompt by keyboard only: list over the message, dialog, card', async () => {
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
  await expect(dialog.getByText('This argument is required. Fill it in.')).toHaveCount(2)
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

test('answers sampling requests by keyboard only', async () => {
  const { window, workspace } = parley()
  const endless = fixture('asks-without-end')
  const mcpServers = { samples: fixture('spec-samples'), login: fixture('sign-in'), endless }
  const models = { ...model.settings.models, default: 'direct' }
  workspace.writeSettings({ mcpServers, models, roots: [workspace.folder] })
  await trustEach(window, ['samples', 'login', 'endless'])
  await expectConnected(window, 3)
  await expectAccessible(window)
  await pressOn(window, window.getByRole('button', { name: 'Apply change', exact: true }))
  const press = (dialog: Locator, name: string) =>
    pressOn(window, dialog.getByRole('button', { name, exact: true }))

  await runTool(window, { server: 'samples', tool: 'weather' })
  await expect(samplingDialog(window, 'samples')).toBeVisible()
  await expectAccessible(window)
  await press(samplingDialog(window, 'samples'), 'Answer myself')
  const answer = samplingAnswerDialog(window, 'samples')
  await tabTo(window, answer.getByRole('textbox', { name: 'Answer' }))
  await window.keyboard.type('Sunny.')
  await expectAccessible(window)
  await press(answer, 'Send to server')
  await expect(answer).toBeHidden()
})

test('answers forms, links, repeated questions and roots by keyboard only', async () => {
  const { window, workspace } = parley()
  const press = (dialog: Locator, name: string) =>
    pressOn(window, dialog.getByRole('button', { name, exact: true }))
  const form = inputDialog(window, 'samples')
  await runTool(window, { server: 'samples', tool: 'project' })
  await press(form, 'Submit')
  await expect(form.getByRole('textbox', { name: 'Project name' })).toBeFocused()
  await expectAccessible(window)
  await press(form, 'Cancel')
  await runTool(window, { server: 'samples', tool: 'token' })
  await expect(form).toContainText('looks like a secret')
  await expectAccessible(window)
  await press(form, 'Decline')

  const link = linkDialog(window, 'login')
  const input = { url: 'http://192.168.1.1:8080/admin' }
  await runTool(window, { server: 'login', tool: 'sign-in', input })
  await expect(link).toBeVisible()
  await expectAccessible(window)
  await press(link, 'Decline')
  await expect(link).toBeHidden()
  await expectAccessible(window)

  await runTool(window, { server: 'endless', tool: 'endless' })
  for (const round of [1, 2]) {
    await expect(inputDialog(window, 'endless')).toContainText(`Question ${round}`)
    await press(inputDialog(window, 'endless'), 'Decline')
  }
  await expect(askAgainDialog(window, 'endless')).toBeVisible()
  await expectAccessible(window)
  await press(askAgainDialog(window, 'endless'), 'Stop the call')
  await expect(toolCard(window, 'endless', 'endless')).toContainText('cancelled')

  await pressOn(window, window.getByRole('button', { name: 'Settings', exact: true }))
  await window.getByRole('tab', { name: 'Folders' }).click()
  await expect(window.getByRole('button', { name: `Remove ${workspace.folder}` })).toBeVisible()
  await expectAccessible(window)
})

test("shows a server's details, a call near its limit, a task and a structured result by keyboard only", async () => {
  const { window, workspace } = parley()
  await window.keyboard.press('Escape')
  const calls = { ...fixture('mcp-calls'), tools: { wait: { timeoutMs: 20_000 } } }
  const mcpServers = { calls, described: fixture('described'), tasks: fixture('mcp-task-extension') }
  workspace.writeSettings({ mcpServers, models: { ...model.settings.models, default: 'direct' } })
  await trustEach(window, Object.keys(mcpServers))
  await expectConnected(window, 3)

  const servers = await openServers(window)
  const item = serverItem(servers, 'described')
  await pressOn(window, item.getByRole('button', { name: 'Inspect', exact: true }))
  const page = serverPage(window, 'described')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  await expectAccessible(window)
  await window.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Tools' })).toBeFocused()
  await window.keyboard.press('Enter')
  await tabTo(window, page.getByRole('switch', { name: 'Offer to the model: rest' }))
  await window.keyboard.press('Space')
  await expect(page).toContainText('1 offered to the model')
  await expectAccessible(window)
  await pressOn(window, page.getByRole('button', { name: 'Back to chat' }), 'Shift+Tab')
  const again = serverItem(await openServers(window), 'described')
  await pressOn(window, again.getByRole('button', { name: 'Log', exact: true }))
  await expect(again.getByRole('log')).toContainText('Connected')
  await expectAccessible(window)
  await closeDialog(servers)

  await runTool(window, { server: 'calls', tool: 'wait' })
  const waiting = toolCard(window, 'calls', 'wait')
  await expect(waiting).toContainText('Cancelling in') // the limit is near in its last 15 s
  await expectAccessible(window, '[data-state]')
  // Backwards from the message box, which is near.
  await pressOn(window, waiting.getByRole('button', { name: 'Keep waiting' }), 'Shift+Tab')
  await expect(waiting).toContainText('The call has more time.')
  await pressOn(window, waiting.getByRole('button', { name: 'Cancel call' }))
  await expect(waiting).toContainText('cancelled before it returned a result')

  await runTool(window, { server: 'calls', tool: 'get_weather_data', input: { leave: 'humidity' } })
  await expect(toolCard(window, 'calls', 'get_weather_data')).toContainText(
    "doesn't match the tool's output schema"
  )
  await expectAccessible(window)
  await runTool(window, { server: 'tasks', tool: 'forever' })
  await expect(toolCard(window, 'tasks', 'forever')).toContainText('Task: working')
  await expectAccessible(window)
  await pressOn(window, toolCard(window, 'tasks', 'forever').getByRole('button', { name: 'Cancel call' }))
  await expect(toolCard(window, 'tasks', 'forever')).toContainText('Task: cancelled')
})

type TabKey = 'Tab' | 'Shift+Tab'

async function pressOn(window: Page, control: Locator, key: TabKey = 'Tab'): Promise<void> {
  await tabTo(window, control, key)
  // A question ignores keys for a moment, so that a key meant for something else approves nothing.
  await expect(control).toBeEnabled()
  await window.keyboard.press('Enter')
}

/** Reaches a control as a user without a mouse does. The focus must get there by Tab. */
async function tabTo(window: Page, control: Locator, key: TabKey = 'Tab'): Promise<void> {
  await control.waitFor()
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isFocused()); presses++) await window.keyboard.press(key)
  await expect(control).toBeFocused()
}
