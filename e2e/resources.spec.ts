/** Resources of servers: found, viewed, attached to a message, and read again when they change. */
import { everything, fixture, memory, notes } from './fixtures/entries'
import { call, say, spoken } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  callUp,
  chips,
  messageBox,
  offeredResource,
  openAttach,
  personMessages,
  resourceCard,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('SYS-24 RES-07 RES-08 RES-11 RES-19: groups, filters, shows and attaches resources in the picker', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('I read both.')]])
  const servers = { everything: everything(), notes: notes(), library: fixture('library') }
  workspace.writeSettings({ mcpServers: servers, ...model.settings })
  const { window } = await start()
  await trustAll(window, Object.keys(servers))

  const dialog = await openAttach(window)
  await expect(dialog.getByRole('listbox')).toHaveCount(3)
  for (const name of Object.keys(servers))
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
})

test('RES-18: offers a field for each variable of a template, completes them in order, and attaches the resource by its address', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('Two more books.')]])
  const servers = { everything: everything(), library: fixture('library') }
  workspace.writeSettings({ mcpServers: servers, ...model.settings })
  const { window } = await start()
  await trustAll(window, Object.keys(servers))

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
})

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

test('removes only the rows of a server that goes while the picker is open', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('One note.')]])
  const kept = { notes: notes() }
  workspace.writeSettings({ mcpServers: { library: fixture('library'), ...kept }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['library', 'notes'])
  const dialog = await openAttach(window)
  await offeredResource(dialog, 'library', /The book of tea/).click()
  await offeredResource(dialog, 'notes', /First Note/).click()
  await expect(dialog.getByRole('status')).toContainText('2 chosen')

  workspace.writeSettings({ mcpServers: kept, ...model.settings })
  await expect(dialog.getByRole('listbox', { name: 'library' })).toHaveCount(0)
  await expect(dialog.getByRole('status')).toContainText('1 chosen')
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(chips(window)).toContainText([/First Note/])
  await expect(chips(window)).toHaveCount(1)
  await sendMessage(window, 'Read it')
  await expect(answers(window).last()).toContainText('One note.')
})

test('sends nothing with an unreadable resource, keeps text and chips, and sends without it', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('One of two.')]])
  const servers = { everything: everything(), notes: notes() }
  workspace.writeSettings({ mcpServers: servers, ...model.settings })
  const { window } = await start()
  await trustAll(window, Object.keys(servers))
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
})

test('attaches nothing and keeps the text after Cancel and Escape', async ({ start, workspace }) => {
  workspace.writeSettings({ mcpServers: { notes: notes() } })
  const { window } = await start()
  await trustAll(window, ['notes'])
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
})

test('marks an attached resource whose server goes, and reads it when the server is back', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('There it is.')]])
  const servers = { library: fixture('library'), notes: notes() }
  workspace.writeSettings({ mcpServers: servers, ...model.settings })
  const { window } = await start()
  await trustAll(window, Object.keys(servers))
  await (await callUp(window, '@first')).click()
  await expect(chips(window)).not.toContainText(['no longer listed'])

  workspace.writeSettings({ mcpServers: { library: fixture('library') }, ...model.settings })
  await expect(chips(window)).toContainText(['no longer listed'])
  await sendMessage(window, 'Read it')
  await expect(window.getByRole('main').getByRole('alert')).toContainText('so nothing was sent.')
  await expect(messageBox(window)).toHaveValue('Read it')

  workspace.writeSettings({ mcpServers: servers, ...model.settings })
  await expect(chips(window)).toHaveText([/^First Note\s*notes$/])
  await messageBox(window).press('Enter')
  await expect(answers(window).last()).toContainText('There it is.')
  expect(spoken(model.requests()[0])[0]?.text).toContain('This is note 1')
})
