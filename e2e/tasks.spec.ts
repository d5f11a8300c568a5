/** Calls that become tasks: followed, questioned, cancelled, and found again after Parley was closed meanwhile. */
import fs from 'node:fs'
import { everything, fixture } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  conversationList,
  expectConnected,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('TASK-04 TASK-05 TASK-07 TASK-08 TASK-14: follows a task of 2025-11-25 that asks the user and gives its result', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [call('everything', 'simulate-research-query', { topic: 'python', ambiguous: true })],
    [say('It is a snake.')]
  ])
  workspace.writeSettings({ mcpServers: { everything: everything() }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['everything'])
  await sendMessage(window, 'Look into python')
  await answerCall(window, { server: 'everything', tool: 'simulate-research-query', answer: 'Allow once' })
  const card = toolCard(window, 'everything', 'simulate-research-query')
  await expect(card).toContainText('Task: working')
  const form = window.getByRole('dialog', { name: 'everything asks for input', exact: true })
  await expect(card).toContainText('Task: waiting for input')
  await expect(form).toContainText('python')
  await form.getByRole('combobox').click()
  await window.getByRole('option').nth(1).click()
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(answers(window).last()).toContainText('It is a snake.')
  await expect(card).toContainText('Task: completed')
  await expect(card).toContainText('Research Report')
  expect(toolResults(model.requests()[1])[0]).toEqual({
    isError: false,
    text: expect.stringContaining('Research Report')
  })
})

test('TASK-07 TASK-11: answers a question of one task of 2026-07-28, and cancels another', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [call('tasks', 'ask', {}), call('tasks', 'forever', {})],
    [say('One came to its end.')]
  ])
  workspace.writeSettings({ mcpServers: { tasks: fixture('mcp-task-extension') }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['tasks'])
  await sendMessage(window, 'Ask, and go on for ever')
  await answerCall(window, { server: 'tasks', tool: 'ask', answer: 'Allow once' })
  await answerCall(window, { server: 'tasks', tool: 'forever', answer: 'Allow once' })
  const form = window.getByRole('dialog', { name: 'tasks asks for input', exact: true })
  await expect(form).toContainText('Who is asking?')
  await form.getByRole('textbox', { name: /^name/i }).fill('Ada')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(toolCard(window, 'tasks', 'ask')).toContainText('asked by Ada')

  const endless = toolCard(window, 'tasks', 'forever')
  await expect(endless).toContainText('Task: working · Still at it')
  await expect(endless).toContainText('checked every 0.1 s')
  await endless.getByRole('button', { name: 'Cancel call' }).click()
  await expect(endless).toContainText('Task: cancelled')
  await expect(answers(window).last()).toContainText('One came to its end.')
  expect(toolResults(model.requests()[1]).map(({ text }) => text)).toEqual([
    'asked by Ada',
    expect.stringContaining('The user cancelled this call')
  ])
})

test('TASK-17: gets the result of a task after a restart of Parley, and lets the model continue by Continue', async ({
  start,
  startModel,
  workspace
}) => {
  const end = workspace.file('end')
  const job = call('tasks', 'job', { until: end, ttlMs: 600_000 })
  const model = await startModel([[job], [say('The work is done at last.')]])
  workspace.writeSettings({
    mcpServers: { tasks: fixture('mcp-task-extension', `--store=${workspace.file('tasks.json')}`) },
    ...model.settings
  })
  const first = await start()
  await trustAll(first.window, ['tasks'])
  await sendMessage(first.window, 'Do the work')
  await answerCall(first.window, { server: 'tasks', tool: 'job', answer: 'Allow once' })
  await expect(toolCard(first.window, 'tasks', 'job')).toContainText(/Task: working · Step \d/)
  await first.quit()

  const { window } = await start()
  await expectConnected(window, 1)
  await conversationList(window).getByText('Do the work').click()
  const card = toolCard(window, 'tasks', 'job')
  await expect(card).toContainText('running')
  await expect(card).toContainText('The task is still running on tasks, and its result will appear here.')
  fs.writeFileSync(end, '')
  await expect(card).toContainText('the work is done')
  await expect(card).toContainText('Task: completed')
  await expect(card).not.toContainText('running')
  expect(model.requests()).toHaveLength(1)
  await window.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(answers(window).last()).toContainText('The work is done at last.')
  expect(toolResults(model.requests()[1])).toEqual([{ isError: false, text: 'the work is done' }])
})
