/** Resources of servers: found, viewed, attached to a message, and read again when they change. */
import type { Page } from 'playwright/test'
import { everything, fixture, memory, notes } from './fixtures/entries'
import { call, say, spoken } from './fixtures/model'
import { expect, sharedTest as test, type Fixtures } from './test'
import {
  answerCall,
  answers,
  callUp,
  chips,
  expectConnected,
  messageBox,
  offeredResource,
  openAttach,
  personMessages,
  resourceCard,
  sendMessage,
  toolCard,
  trustAll
} from './window'

interface Visit {
  readonly window: Page
  /** It says this from now on. */
  readonly startModel: Fixtures['startModel']
  /** From now on only these servers are in the settings. */
  readonly keep: (...names: string[]) => void
}

test("SYS-24 RES-07 RES-08 RES-11 RES-18 RES-19: finds, shows and attaches resources in the picker, and sends none that it can't read", async ({
  start,
  startModel,
  workspace
}) => {
  const servers = { everything: everything(), notes: notes(), library: fixture('library') }
  const { settings } = await startModel([])
  const keep = (...names: string[]) => {
    const kept = Object.entries(servers).filter(([name]) => names.includes(name))
    workspace.writeSettings({ mcpServers: Object.fromEntries(kept), ...settings })
  }
  keep(...Object.keys(servers))
  const { window } = await start()
  await trustAll(window, Object.keys(servers))
  const steps = {
    'groups, filters, shows and attaches resources in the picker': showPicker,
    'offers a field for each variable of a template, completes them in order, and attaches the resource by its address':
      fillTemplate,
    'sends nothing with an unreadable resource, keeps text and chips, and sends without it': refuseUnreadable,
    'attaches nothing and keeps the text after Cancel and Escape': leaveUnchanged,
    'removes only the rows of a server that goes while the picker is open': loseWhilePicking,
    'marks an attached resource whose server goes, and reads it when the server is back': loseAttached
  }
  for (const [title, work] of Object.entries(steps))
    await test.step(title, async () => {
      await window.getByRole('button', { name: 'New conversation' }).first().click()
      await work({ window, startModel, keep })
      keep(...Object.keys(servers))
      await expectConnected(window, 3)
    })
})

async function showPicker({ window, startModel }: Visit): Promise<void> {
  const model = await startModel([[say('I read both.')]])
  const dialog = await openAttach(window)
  await expect(dialog.getByRole('listbox')).toHaveCount(3)
  for (const name of ['everything', 'notes', 'library'])
    await expect(dialog.getByRole('listbox', { name, exact: true })).toBeVisible()
  const tea = offeredResource(dialog, 'library', /The book of tea/)
  for (const fact of [
    'How long, how hot, how strong',
    'text/markdown',
    '18 kB',
    'priority 0.8',
    'Jan 12, 2025'
  ])
    await expect(tea).toContainText(fact)

  await dialog.getByRole('searchbox', { name: 'Filter resources' }).fill('markdown architecture')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  const architecture = offeredResource(dialog, 'everything', /architecture\.md/)
  await expect(architecture).toContainText('Static document file exposed from /docs: architecture.md')
  await architecture.click()
  await dialog.getByRole('button', { name: 'Show content' }).click()
  const details = dialog.getByRole('region', { name: 'Details' })
  await expect(details.getByRole('heading', { name: /Architecture/ })).toBeVisible()

  await dialog.getByRole('searchbox', { name: 'Filter resources' }).fill('')
  await offeredResource(dialog, 'notes', /First Note/).click()
  await expect(dialog.getByRole('option', { selected: true })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(messageBox(window)).toBeFocused()
  await expect(chips(window)).toContainText([/architecture\.md/, /First Note/])

  await sendMessage(window, 'Compare these')
  await expect(answers(window).last()).toContainText('I read both.')
  await expect(chips(window)).toHaveCount(0)
  const said = spoken(model.requests()[0])
  expect(said).toHaveLength(1)
  for (const words of ['Compare these', 'Everything Server – Architecture', 'This is note 1'])
    expect(said[0]?.text).toContain(words)
  const message = personMessages(window).last()
  await expect(message).toContainText('Compare these')
  const card = message.getByRole('group', { name: 'Resource notes First Note', exact: true })
  await expect(message.getByRole('group', { name: 'Resource everything architecture.md' })).toBeVisible()
  await card.getByRole('button', { expanded: false }).click()
  await expect(card).toContainText('This is note 1')
}

async function fillTemplate({ window, startModel }: Visit): Promise<void> {
  const model = await startModel([[say('Two more books.')]])
  const dialog = await openAttach(window)
  const attach = dialog.getByRole('button', { name: 'Attach', exact: true })
  await offeredResource(dialog, 'library', /A book from a shelf/).click()
  await expect(attach).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'shelf' }).pressSequentially('c')
  const shelves = dialog.getByRole('listbox', { name: 'Values for shelf' })
  await expect(shelves.getByRole('option')).toHaveText(['cooking', 'crime'])
  await shelves.getByRole('option', { name: 'crime' }).click()
  await dialog.getByRole('textbox', { name: 'book' }).pressSequentially('The T')
  const books = dialog.getByRole('listbox', { name: 'Values for book' })
  await expect(books.getByRole('option')).toHaveText(['The Tin', 'The Train'])
  await books.getByRole('option', { name: 'The Tin' }).click()
  await expect(dialog).toContainText('library://crime/The%20Tin')

  await offeredResource(dialog, 'everything', /Dynamic Text Resource/).click()
  await dialog.getByRole('textbox', { name: 'resourceId' }).fill('7')
  await expect(dialog).toContainText('demo://resource/dynamic/text/7')
  await dialog.getByRole('button', { name: 'Show content' }).click()
  await expect(dialog).toContainText('Resource 7: This is a plaintext resource')
  await attach.click()
  await expect(chips(window)).toHaveCount(2)

  await sendMessage(window, 'Read these')
  await expect(answers(window).last()).toContainText('Two more books.')
  const text = spoken(model.requests()[0])[0]?.text
  expect(text).toContain('The text of library://crime/The Tin')
  expect(text).toContain('Resource 7: This is a plaintext resource')
}

async function refuseUnreadable({ window, startModel }: Visit): Promise<void> {
  const model = await startModel([[say('One of two.')]])
  const dialog = await openAttach(window)
  await offeredResource(dialog, 'notes', /First Note/).click()
  await offeredResource(dialog, 'everything', /Dynamic Text Resource/).click()
  await dialog.getByRole('textbox', { name: 'resourceId' }).fill('no-number')
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(chips(window)).toHaveCount(2)

  await sendMessage(window, 'Read both')
  const alert = window.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('could not be attached, so nothing was sent.')
  await expect(alert).toContainText('Unknown resource')
  await expect(messageBox(window)).toHaveValue('Read both')
  await expect(chips(window)).toHaveCount(2)
  await expect(personMessages(window)).toHaveCount(0)
  expect(model.requests()).toHaveLength(0)

  await chips(window)
    .filter({ hasText: 'everything' })
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(chips(window)).toHaveCount(1)
  await messageBox(window).press('Enter')
  await expect(answers(window).last()).toContainText('One of two.')
  await expect(alert).toHaveCount(0)
}

async function leaveUnchanged({ window }: Visit): Promise<void> {
  await (await callUp(window, '@first')).click()
  await messageBox(window).fill('Half a sentence')

  for (const leave of ['Cancel', 'Escape']) {
    const dialog = await openAttach(window)
    await offeredResource(dialog, 'notes', /Second Note/).click()
    if (leave === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).click()
    else await window.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(chips(window)).toContainText([/First Note/])
    await expect(chips(window)).toHaveCount(1)
    await expect(messageBox(window)).toHaveValue('Half a sentence')
    await expect(messageBox(window)).toBeFocused()
  }
  await chips(window)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await messageBox(window).fill('')
}

async function loseWhilePicking({ window, startModel, keep }: Visit): Promise<void> {
  await startModel([[say('One note.')]])
  const dialog = await openAttach(window)
  await offeredResource(dialog, 'library', /The book of tea/).click()
  await offeredResource(dialog, 'notes', /First Note/).click()
  await expect(dialog.getByRole('status')).toContainText('2 chosen')

  keep('everything', 'notes')
  await expect(dialog.getByRole('listbox', { name: 'library' })).toHaveCount(0)
  await expect(dialog.getByRole('status')).toContainText('1 chosen')
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(chips(window)).toContainText([/First Note/])
  await expect(chips(window)).toHaveCount(1)
  await sendMessage(window, 'Read it')
  await expect(answers(window).last()).toContainText('One note.')
}

async function loseAttached({ window, startModel, keep }: Visit): Promise<void> {
  const model = await startModel([[say('There it is.')]])
  await (await callUp(window, '@first')).click()
  await expect(chips(window)).not.toContainText(['no longer listed'])

  keep('everything', 'library')
  await expect(chips(window)).toContainText(['no longer listed'])
  await sendMessage(window, 'Read it')
  await expect(window.getByRole('main').getByRole('alert')).toContainText('so nothing was sent.')
  await expect(messageBox(window)).toHaveValue('Read it')

  keep('everything', 'notes', 'library')
  await expect(chips(window)).toHaveText([/^First Note\s*notes$/])
  await messageBox(window).press('Enter')
  await expect(answers(window).last()).toContainText('There it is.')
  expect(spoken(model.requests()[0])[0]?.text).toContain('This is note 1')
}

test(
  'picks a resource in the middle of a sentence with @',
  { tag: '@quick' },
  async ({ start, startModel, workspace }) => {
    const model = await startModel([[say('Noted.')]])
    workspace.writeSettings({ mcpServers: { notes: notes() }, ...model.settings })
    const { window } = await start()
    await trustAll(window, ['notes'])

    await messageBox(window).fill('What does @sec say?')
    for (const _ of ' say?') await messageBox(window).press('ArrowLeft')
    const list = window.getByRole('listbox', { name: 'Resources', exact: true })
    await expect(list.getByRole('option')).toHaveCount(1)
    await expect(list.getByRole('option')).toContainText(/Second Note.*notes/)
    await list.getByRole('option').click()
    await expect(messageBox(window)).toHaveValue('What does say?')
    await expect(chips(window)).toContainText([/Second Note/])
    await expect(list).toBeHidden()

    await messageBox(window).press('Enter')
    await expect(answers(window).last()).toContainText('Noted.')
    expect(spoken(model.requests()[0])[0]?.text).toContain('This is note 2')
  }
)

test('RES-14: marks a resource that changes after it was attached, and offers to attach it again', async ({
  start,
  startModel,
  workspace
}) => {
  const entities = [{ name: 'Tea', entityType: 'drink', observations: ['Two spoons of Darjeeling'] }]
  const model = await startModel([
    [call('memory', 'create_entities', { entities })],
    [say('Remembered.')],
    [say('Now it is there.')]
  ])
  workspace.writeSettings({
    mcpServers: { memory: memory(workspace.file('memory.jsonl')) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['memory'])
  await (await callUp(window, '@know')).click()
  await expect(chips(window)).toContainText([/Knowledge Graph/])
  await sendMessage(window, 'Remember how I take my tea')
  await answerCall(window, { server: 'memory', tool: 'create_entities', answer: 'Allow once' })
  await expect(toolCard(window, 'memory', 'create_entities')).toContainText('done')
  await expect(answers(window).last()).toContainText('Remembered.')
  expect(spoken(model.requests()[0])[0]?.text).not.toContain('Darjeeling')

  const card = resourceCard(window, 'memory', 'Knowledge Graph')
  await expect(card).toContainText('changed since then')
  await card.getByRole('button', { name: 'Attach again' }).click()
  await expect(chips(window)).toContainText([/Knowledge Graph/])
  await sendMessage(window, 'And now?')
  await expect(answers(window).last()).toContainText('Now it is there.')
  const said = spoken(model.requests()[2])
  expect(said[0]?.text).toContain('has reported a change')
  expect(said.at(-1)?.text).toContain('Two spoons of Darjeeling')
  await expect(card).toHaveCount(2)
  await expect(card.last()).not.toContainText('changed since then')
})
