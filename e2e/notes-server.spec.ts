/** A server on the SDK of the protocol's first months, started by its path, which has a space in it. */
import { notes } from './fixtures/entries'
import { call, say, spoken, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  callUp,
  chips,
  closeDialog,
  messageBox,
  offeredResource,
  openAttach,
  openServers,
  promptCard,
  sendMessage,
  serverItem,
  toolCard,
  trustAll,
  trustDialog
} from './window'

test('SYS-35 STDIO-12 RES-17 RES-25 PROM-07 PROM-10: uses the notes server: its revision, its notes, a new one by consent, its prompt', async ({
  start,
  startModel,
  workspace
}) => {
  const tea = { title: 'Tea', content: 'Buy some' }
  const model = await startModel([
    [call('notes', 'create_note', { title: 'Tea' })],
    [call('notes', 'create_note', tea)],
    [say('The note is there.')],
    [say('Three notes, one about tea.')]
  ])
  workspace.writeSettings({ mcpServers: { notes: notes() }, ...model.settings })
  const { window } = await start()
  await expect(trustDialog(window, 'notes')).toContainText('notes server/index.js')
  await trustAll(window, ['notes'])

  const servers = await openServers(window)
  const item = serverItem(servers, 'notes')
  await expect(item).toContainText('connected')
  await expect(item).toContainText('protocol 2024-11-05')
  await expect(item).toContainText('My MCP Server 0.1.0')
  await closeDialog(servers)

  let picker = await openAttach(window)
  await expect(picker.getByRole('option')).toContainText(['First Note', 'Second Note'])
  await expect(picker.getByRole('option')).toHaveCount(2)
  // The server knows no resource templates, which is no error.
  await expect(picker.getByRole('note')).toHaveCount(0)
  await expect(picker.getByRole('alert')).toHaveCount(0)
  await closeDialog(picker)

  await sendMessage(window, 'Note that we need tea')
  const question = callDialog(window, 'notes', 'create_note')
  await expect(question).toContainText(tea.title)
  await expect(question).toContainText(tea.content)
  await answerCall(window, { server: 'notes', tool: 'create_note', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('The note is there.')
  await expect(toolCard(window, 'notes', 'create_note').first()).toContainText('content')
  await expect(toolCard(window, 'notes', 'create_note').last()).toContainText('Created note 3: Tea')
  // The call without its content never reached the server: the third note is the complete one.
  expect(toolResults(model.requests()[1])).toMatchObject([
    { isError: true, text: expect.stringContaining('content') }
  ])
  expect(toolResults(model.requests()[2])).toMatchObject([{ isError: false, text: 'Created note 3: Tea' }])

  picker = await openAttach(window)
  await expect(offeredResource(picker, 'notes', /^Tea/)).toBeVisible()
  await closeDialog(picker)

  await (await callUp(window, '/summ')).click()
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await expect(chips(window)).toContainText([/summarize_notes/])
  await messageBox(window).press('Enter')
  await expect(answers(window).last()).toContainText('Three notes, one about tea.')
  const parts = promptCard(window, 'notes', 'summarize_notes')
    .getByRole('list', { name: 'Messages of the prompt' })
    .getByRole('listitem')
  await expect(parts).toContainText([
    'Please summarize the following notes:',
    'note:///1',
    'note:///2',
    'note:///3',
    'Provide a concise summary of all the notes above.'
  ])
  await expect(parts).toHaveCount(5)
  const text = spoken(model.requests()[3]).at(-1)?.text ?? ''
  const places = [
    'Please summarize',
    'This is note 1',
    'This is note 2',
    'Buy some',
    'Provide a concise'
  ].map((words) => text.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((one, other) => one - other))
})
