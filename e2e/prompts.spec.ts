/** Prompts of servers: found by a slash, filled in, reviewed, and sent in their roles. */
import type { Page } from 'playwright/test'
import { everything, fixture, notes } from './fixtures/entries'
import { say, spoken } from './fixtures/model'
import { expect, sharedTest as test, type Fixtures } from './test'
import {
  answers,
  callUp,
  chips,
  expectConnected,
  messageBox,
  personMessages,
  promptCard,
  promptDialog,
  sendMessage,
  trustAll
} from './window'

interface Visit {
  readonly window: Page
  /** It says this from now on. */
  readonly startModel: Fixtures['startModel']
}

test('SYS-03 SYS-25: finds prompts by a slash, asks for their arguments, and keeps the message unchanged until they are inserted', async ({
  start,
  startModel,
  workspace
}) => {
  const servers = { everything: everything(), notes: notes() }
  const { settings } = await startModel([])
  workspace.writeSettings({ mcpServers: servers, ...settings })
  const { window } = await start()
  await trustAll(window, Object.keys(servers))
  const steps = {
    'lists the prompts of all servers after a slash, and adds one without arguments at once': listPrompts,
    'asks for arguments, completes them with the earlier ones, and shows the messages': askForArguments,
    'leaves text, chips and arguments unchanged after Cancel and Escape': leaveUnchanged
  }
  for (const [title, work] of Object.entries(steps))
    await visit(window, title, () => work({ window, startModel }))
  await visit(
    window,
    'sends nothing when a server goes while its prompt is filled in, and works when it is back',
    () =>
      loseServer({ window, startModel }, (names) => {
        const kept = Object.entries(servers).filter(([name]) => names.includes(name))
        workspace.writeSettings({ mcpServers: Object.fromEntries(kept), ...settings })
      })
  )
})

test('PROM-15: keeps the same prompt of two servers apart, and sends both sides of a prompt in their roles and order', async ({
  start,
  startModel,
  workspace
}) => {
  const servers = { work: notes(), home: notes(), library: fixture('library') }
  const { settings } = await startModel([])
  workspace.writeSettings({ mcpServers: servers, ...settings })
  const { window } = await start()
  await trustAll(window, Object.keys(servers))
  await visit(window, 'keeps the same prompt of two servers apart, and gets it from the right server', () =>
    keepApart({ window, startModel })
  )
  await visit(window, 'sends both sides of a prompt to the model in their roles and order', () =>
    sendBothSides({ window, startModel })
  )
})

/** In a conversation of its own. */
async function visit(window: Page, title: string, work: () => Promise<void>): Promise<void> {
  await test.step(title, async () => {
    await window.getByRole('button', { name: 'New conversation' }).first().click()
    await work()
  })
}

async function listPrompts({ window, startModel }: Visit): Promise<void> {
  const model = await startModel([[say('Two notes.')]])
  await expect(await callUp(window, '/')).toContainText([
    /\/simple-prompt.*A prompt with no arguments.*everything/,
    /\/args-prompt.*A prompt with two arguments, one required and one optional.*everything/,
    /\/completable-prompt.*First argument choice narrows values for second argument.*everything/,
    /\/resource-prompt.*A prompt that includes an embedded resource reference.*everything/,
    /\/summarize_notes.*Summarize all notes.*notes/
  ])
  await (await callUp(window, '/summ')).click()
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await expect(chips(window)).toContainText([/summarize_notes/])
  await expect(messageBox(window)).toHaveValue('')
  await expect(messageBox(window)).toBeFocused()

  await messageBox(window).press('Enter')
  await expect(answers(window).last()).toContainText('Two notes.')
  await expect(chips(window)).toHaveCount(0)
  const said = spoken(model.requests()[0])
  expect(said.map(({ role }) => role)).toEqual(['user'])
  const words = ['Please summarize', 'This is note 1', 'This is note 2', 'Provide a concise summary']
  const places = words.map((word) => said[0]?.text.indexOf(word))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((one, other) => Number(one) - Number(other)))
  const card = personMessages(window).last().getByRole('group', { name: 'Prompt notes summarize_notes' })
  await expect(card.getByRole('list', { name: 'Messages of the prompt' }).getByRole('listitem')).toHaveCount(
    4
  )
}

async function askForArguments({ window, startModel }: Visit): Promise<void> {
  const model = await startModel([[say('Bob it is.')]])
  await (await callUp(window, '/completable')).click()
  const dialog = promptDialog(window, 'completable-prompt')
  const department = dialog.getByRole('textbox', { name: 'department' })
  const name = dialog.getByRole('textbox', { name: 'name' })
  const insert = dialog.getByRole('button', { name: 'Insert', exact: true })
  await expect(department).toBeFocused()
  await expect(dialog).toContainText('Choose a team member to lead the selected department.')

  await expect(dialog.getByRole('button', { name: 'Preview messages' })).toBeDisabled()
  await insert.click()
  await expect(dialog.getByText('This argument is required. Fill it in.')).toHaveCount(2)
  await expect(department).toBeFocused()
  await department.pressSequentially('E')
  await dialog.getByRole('option', { name: 'Engineering', exact: true }).click()
  await insert.click()
  await expect(name).toBeFocused()
  await expect(dialog.getByText('This argument is required. Fill it in.')).toHaveCount(1)
  await name.press('ArrowDown')
  const names = dialog.getByRole('listbox', { name: 'Values for name' })
  await expect(names.getByRole('option')).toHaveText(['Alice', 'Bob', 'Charlie'])
  await names.getByRole('option', { name: 'Bob' }).click()
  await expect(names).toBeHidden()

  await dialog.getByRole('button', { name: 'Preview messages' }).click()
  const messages = dialog.getByRole('list', { name: 'Messages of the prompt' })
  await expect(messages).toContainText('Please promote Bob to the head of the Engineering team.')
  await insert.click()
  await expect(dialog).toBeHidden()
  await expect(messageBox(window)).toBeFocused()
  await expect(chips(window)).toContainText([/completable-prompt/])

  await sendMessage(window, 'Write the letter')
  await expect(answers(window).last()).toContainText('Bob it is.')
  const said = spoken(model.requests()[0])
  expect(said.map(({ role }) => role)).toEqual(['user'])
  expect(said[0]?.text).toContain('Please promote Bob to the head of the Engineering team.')
  expect(said[0]?.text).toContain('Write the letter')
  await expect(promptCard(window, 'everything', 'completable-prompt')).toContainText('Engineering')
}

async function sendBothSides({ window, startModel }: Visit): Promise<void> {
  const model = await startModel([[say('Then it is ready.')]])
  await (await callUp(window, '/interview')).click()
  await sendMessage(window, 'And now?')
  await expect(answers(window).last()).toContainText('Then it is ready.')

  const said = spoken(model.requests()[0])
  expect(said.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(said[0]?.text).toContain('Ask me about tea.')
  expect(said[1]?.text).toBe('How long does it draw?')
  expect(said[2]?.text).toMatch(/Four minutes\.[^]*And now\?/)
  await expect(promptCard(window, 'library', 'interview').getByRole('listitem')).toHaveText([
    /^You.*Ask me/,
    /^Assistant.*How long/,
    /^You.*Four minutes/
  ])
}

async function keepApart({ window, startModel }: Visit): Promise<void> {
  const model = await startModel([[say('From home.')]])
  const offered = await callUp(window, '/summarize_notes')
  await expect(offered).toHaveText([/work$/, /home$/])
  await offered.filter({ hasText: /home$/ }).click()
  await expect(chips(window)).toContainText([/home/])
  await messageBox(window).press('Enter')
  await expect(answers(window).last()).toContainText('From home.')

  const text = spoken(model.requests()[0])[0]?.text
  expect(text).toContain('of the server "home"')
  expect(text).not.toContain('of the server "work"')
  await expect(promptCard(window, 'home', 'summarize_notes')).toBeVisible()
}

async function leaveUnchanged({ window, startModel }: Visit): Promise<void> {
  const model = await startModel([[say('Cloudy.')]])
  const dialog = promptDialog(window, 'args-prompt')
  const city = dialog.getByRole('textbox', { name: 'city' })
  await (await callUp(window, '/args')).click()
  await city.fill('Oslo')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(chips(window)).toHaveCount(0)

  await (await callUp(window, '/args')).click()
  await expect(city).toHaveValue('')
  await city.fill('Bergen')
  await city.press('Enter')
  await expect(chips(window)).toContainText([/args-prompt/])
  await messageBox(window).fill('In one word')
  for (const leave of ['Cancel', 'Escape']) {
    await window.getByRole('button', { name: 'Edit arguments of /args-prompt' }).click()
    await expect(city).toHaveValue('Bergen')
    await city.fill('Trondheim')
    if (leave === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).click()
    else await window.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(messageBox(window)).toHaveValue('In one word')
    await expect(chips(window)).toHaveCount(1)
  }
  await callUp(window, '/summ')
  await window.keyboard.press('Escape')
  await expect(window.getByRole('listbox', { name: 'Prompts' })).toBeHidden()
  await expect(messageBox(window)).toHaveValue('/summ')
  await expect(chips(window)).toHaveCount(1)

  await sendMessage(window, 'In one word')
  await expect(answers(window).last()).toContainText('Cloudy.')
  expect(spoken(model.requests()[0])[0]?.text).toContain("What's weather in Bergen?")
}

async function loseServer(
  { window, startModel }: Visit,
  keep: (names: readonly string[]) => void
): Promise<void> {
  const model = await startModel([[say('Windy.')]])
  await (await callUp(window, '/args')).click()
  const dialog = promptDialog(window, 'args-prompt')
  await dialog.getByRole('textbox', { name: 'city' }).fill('Bergen')

  keep(['notes'])
  // The page behind the dialog is hidden from assistive technology.
  await expect(window.getByText('Servers: 1 connected')).toBeVisible()
  await dialog.getByRole('button', { name: 'Preview messages' }).click()
  await expect(dialog.getByRole('alert')).toContainText('everything')
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await sendMessage(window, 'In one word')
  const alert = window.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('The prompt “args-prompt” of everything could not be inserted')
  await expect(alert).toContainText('nothing was sent')
  await expect(messageBox(window)).toHaveValue('In one word')
  await expect(chips(window)).toContainText([/args-prompt/])
  expect(model.requests()).toHaveLength(0)

  keep(['everything', 'notes'])
  await expectConnected(window, 2)
  await messageBox(window).press('Enter')
  await expect(answers(window).last()).toContainText('Windy.')
  await expect(chips(window)).toHaveCount(0)
}
