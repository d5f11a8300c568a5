/** A yes can last: for one conversation, or for a tool until it is taken back. */
import { fixture, readCalls } from './fixtures/entries'
import { call, say, type Script } from './fixtures/model'
import { expect, test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  closeDialog,
  expectConnected,
  sendMessage,
  trustAll
} from './window'

const countsForEver: Script = ({ turn }) =>
  turn.isFirstReply ? [call('counter', 'count', { by: 1 })] : [say(`Counted in turn ${turn.number}.`)]

test('always allowed: not asked after a restart, asked again once revoked', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('calls')
  const model = await startModel(countsForEver)
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${record}`) },
    ...model.settings
  })
  const first = await start()
  await trustAll(first.window, ['counter'])
  await sendMessage(first.window, 'Count')
  await answerCall(first.window, { server: 'counter', tool: 'count', answer: 'Always allow' })
  await expect(answers(first.window).last()).toContainText('Counted in turn 1.')
  await first.quit()

  const { window } = await start()
  await expectConnected(window, 1)
  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, 'Count again')
  await expect(answers(window).last()).toContainText('Counted in turn 1.')
  expect(readCalls(record)).toHaveLength(2)

  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Permissions' }).click()
  const grant = settings.getByRole('list', { name: 'Allowed tool calls' }).getByRole('listitem')
  await expect(grant).toContainText('count on counter')
  await grant.getByRole('button', { name: 'Revoke' }).click()
  await expect(grant).toHaveCount(0)
  await closeDialog(settings)

  await sendMessage(window, 'Count once more')
  await expect(callDialog(window, 'counter', 'count')).toBeVisible()
  expect(readCalls(record)).toHaveLength(2)
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Deny' })
})

test('allowed for this conversation: not asked in it, asked in the next', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('calls')
  const model = await startModel(countsForEver)
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['counter'])
  await sendMessage(window, 'Count')
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow for this conversation' })
  await expect(answers(window).last()).toContainText('Counted in turn 1.')
  await sendMessage(window, 'Count again')
  await expect(answers(window).last()).toContainText('Counted in turn 2.')
  expect(readCalls(record)).toHaveLength(2)

  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, 'Count elsewhere')
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Deny' })
  await expect(answers(window).last()).toContainText('Counted in turn 1.')
  expect(readCalls(record)).toHaveLength(2)
})
