/** Direct mode: the user picks the tools. Consent, running and display are the same. */
import { everything, fixture, readCalls } from './fixtures/entries'
import { say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  messageBox,
  pickModel,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('DBG-10: ranks tools by name and description, and rejects in the form what the schema rejects', async ({
  start,
  workspace
}) => {
  const record = workspace.file('calls')
  workspace.writeSettings({
    mcpServers: { everything: everything(), counter: fixture('counter', `--record=${record}`) }
  })
  const { window } = await start()
  await trustAll(window, ['everything', 'counter'])

  await messageBox(window).fill('sum')
  const tools = window.getByRole('listbox', { name: 'Tools' })
  await expect(tools.getByRole('option').first()).toContainText('get-sum')
  await messageBox(window).fill('count')
  await expect(tools.getByRole('option').first()).toContainText('count')
  await messageBox(window).press('Enter')

  const form = window.getByRole('dialog', { name: 'Arguments for count' })
  await form.getByLabel('by').fill('700')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(form).toContainText('100')
  await form.getByLabel('by').fill('7')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(toolCard(window, 'counter', 'count')).toContainText('counter stands at 7')
  expect(readCalls(record)).toEqual([{ name: 'count', arguments: { by: 7 } }])
})

test('takes a name followed by JSON as a call, and answers plain text without a model', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { everything: everything() } })
  const { window } = await start()
  await trustAll(window, ['everything'])
  await sendMessage(window, 'echo {"message": "typed by hand"}')
  await expect(callDialog(window, 'everything', 'echo')).toContainText('typed by hand')
  await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
  await expect(toolCard(window, 'everything', 'echo')).toContainText('Echo: typed by hand')
  // No tool matches these. Otherwise Enter would choose it once the list has caught up with the text.
  await sendMessage(window, 'Xyzzy?')
  await expect(answers(window).last()).toContainText(/no language model/i)
})

test('switches a conversation from a model to Direct and back', async ({ start, startModel, workspace }) => {
  const model = await startModel([[say('A model answers.')], [say('It remembers.')]])
  workspace.writeSettings({ mcpServers: { everything: everything() }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['everything'])
  await sendMessage(window, 'First')
  await expect(answers(window).last()).toContainText('A model answers.')

  await pickModel(window, /^Direct/)
  await sendMessage(window, 'echo {"message": "by hand"}')
  await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
  await expect(toolCard(window, 'everything', 'echo')).toContainText('Echo: by hand')

  await pickModel(window, 'Claude Sonnet 5.5')
  await sendMessage(window, 'And now?')
  await expect(answers(window).last()).toContainText('It remembers.')
  expect(JSON.stringify(model.requests()[1]?.messages)).toContain('Echo: by hand')
})

test('takes text typed right after choosing a model as the message, not as another choice', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('Noted.')]])
  workspace.writeSettings({ ...model.settings })
  // The list takes its time to close.
  const { window } = await start({ isMoving: true })
  const picker = window.getByRole('combobox', { name: 'Model', exact: true })
  await expect(picker).toContainText('Claude Sonnet 5.5')
  await picker.focus()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('option', { name: 'Claude Sonnet 5.5' })).toBeFocused()
  await window.keyboard.press('Enter')
  // These letters find Direct in the list.
  await window.keyboard.type('Direct me home')
  await expect(messageBox(window)).toHaveValue('Direct me home')
  await expect(picker).toContainText('Claude Sonnet 5.5')

  // Nothing is chosen: the focus is where it was before.
  await picker.focus()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('option', { name: 'Claude Sonnet 5.5' })).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(picker).toBeFocused()
})
