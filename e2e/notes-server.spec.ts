/** A server on the SDK of the protocol's first months, started by its path, which has a space in it. */
import { notes } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expect, test } from './test'
import { answerCall, answers, sendMessage, toolCard, trustAll, trustDialog } from './window'

test('the notes server makes a note', async ({ start, startModel, workspace }) => {
  const model = await startModel([
    [call('notes', 'create_note', { title: 'Tea', content: 'Buy some' })],
    [say('The note is there.')]
  ])
  workspace.writeSettings({ mcpServers: { notes: notes() }, ...model.settings })
  const { window } = await start()
  await expect(trustDialog(window, 'notes')).toContainText('notes server/index.js')
  await trustAll(window, ['notes'])

  await sendMessage(window, 'Note that we need tea')
  await answerCall(window, { server: 'notes', tool: 'create_note', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('The note is there.')
  await expect(toolCard(window, 'notes', 'create_note')).toContainText('done')
  expect(toolResults(model.requests()[1])).toMatchObject([{ isError: false, text: 'Created note 3: Tea' }])
})
