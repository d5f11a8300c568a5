/** What distinguishes the revisions of the protocol, as far as the window or the server can see it. */
import type { Page } from 'playwright/test'
import { samplingAnswerDialog, samplingDialog } from './server-questions'
import { fixture, readAnswers, readRecord } from './fixtures/entries'
import { startMarch } from './fixtures/march-server'
import { call, say } from './fixtures/model'
import { startSse } from './fixtures/sse-server'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  callUp,
  closeDialog,
  openServers,
  pressIn,
  promptDialog,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'

test('SYS-01 LIFE-06 COMP-02: speaks 2024-11-05 over stdio and over HTTP+SSE, without anything from later revisions', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('messages')
  await using sse = await startSse()
  const model = await startModel([
    [call('old', 'greet', {}), call('older', 'shout', { words: 'hello' })],
    [call('old', 'ask-model', {})],
    [say('Paris.')],
    [say('All three answered.')]
  ])
  workspace.writeSettings({
    mcpServers: { old: fixture('first-revision', `--record=${record}`), older: { url: sse.url } },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['old', 'older'])
  const servers = await openServers(window)
  for (const name of ['old', 'older'])
    await expect(serverItem(servers, name)).toContainText('protocol 2024-11-05')
  await closeDialog(servers)

  await sendMessage(window, 'Greet, shout and let it ask')
  await answerCall(window, { server: 'old', tool: 'greet', answer: 'Allow once' })
  await answerCall(window, { server: 'older', tool: 'shout', answer: 'Allow once' })
  await answerCall(window, { server: 'old', tool: 'ask-model', answer: 'Allow once' })
  await answerSampling(window, 'What is the capital of France?', 'Paris.')
  await expect(answers(window).last()).toContainText('All three answered.')
  await expect(toolCard(window, 'old', 'greet')).toContainText('Hello from the first revision')
  await expect(toolCard(window, 'older', 'shout')).toContainText('HELLO!')
  await expect(toolCard(window, 'old', 'ask-model')).toContainText('The model says: Paris.')
  // One content block, as this revision has it. Later ones send a list.
  expect(readAnswers(record)).toMatchObject([
    { role: 'assistant', content: { type: 'text', text: 'Paris.' }, model: expect.any(String) }
  ])

  const asked = () => readRecord(record).filter(({ method }) => method === 'completion/complete').length
  await (await callUp(window, '/travel')).click()
  const dialog = promptDialog(window, 'travel')
  const city = dialog.getByRole('textbox', { name: 'city' })
  await city.pressSequentially('P')
  await expect.poll(asked).toBe(1)
  await city.pressSequentially('aris', { delay: 100 })
  await dialog.getByRole('button', { name: 'Preview messages' }).click()
  await expect(dialog).toContainText('Plan a day in Paris')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  expect(asked()).toBe(1)

  const posts = sse.exchanges.filter(({ path }) => path === '/messages')
  expect(posts.map(({ message }) => Array.isArray(message))).not.toContain(true)
  for (const { headers } of posts) expect(headers).not.toHaveProperty('mcp-protocol-version')
})

async function answerSampling(window: Page, asked: string, answered: string): Promise<void> {
  const request = samplingDialog(window, 'old')
  await expect(request.getByRole('textbox', { name: 'Message 1' })).toHaveValue(asked)
  await pressIn(request, 'Approve')
  const answer = samplingAnswerDialog(window, 'old')
  await expect(answer.getByRole('textbox', { name: 'Answer' })).toHaveValue(answered)
  await pressIn(answer, 'Send to server')
}

test('SYS-02 PROG-05 TOOL-18: speaks 2025-03-26: hints in the question, a playable sound, progress messages, a batch in an event', async ({
  start,
  startModel,
  workspace
}) => {
  await using server = await startMarch()
  const model = await startModel([
    [call('march', 'wipe', {}), call('march', 'sing', {}), call('march', 'step', {})],
    [call('march', 'pair', {}), call('march', 'pair', {})],
    [say('Done.')]
  ])
  workspace.writeSettings({ mcpServers: { march: { url: server.url } }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['march'])
  expect(server.received('initialize')).toHaveLength(1)
  expect(server.exchanges.map(({ message }) => Array.isArray(message))).not.toContain(true)

  await sendMessage(window, 'Use them all')
  const question = callDialog(window, 'march', 'wipe')
  for (const hint of ['makes changes', 'may delete or overwrite', 'uses only its own data'])
    await expect(question).toContainText(hint)
  await answerCall(window, { server: 'march', tool: 'wipe', answer: 'Deny' })
  await answerCall(window, { server: 'march', tool: 'sing', answer: 'Allow once' })
  await answerCall(window, { server: 'march', tool: 'step', answer: 'Allow once' })
  const step = toolCard(window, 'march', 'step')
  await expect(step).toContainText('3 of 10 · Reticulating splines')

  const sound = toolCard(window, 'march', 'sing').getByLabel(/^Audio/)
  await expect(sound).toHaveJSProperty('tagName', 'AUDIO')
  await sound.evaluate((audio: HTMLAudioElement) => audio.play())
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true)
  await step.getByRole('button', { name: 'Cancel call' }).click()

  await answerCall(window, { server: 'march', tool: 'pair', answer: 'Allow once' })
  await answerCall(window, { server: 'march', tool: 'pair', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Done.')
  await expect(toolCard(window, 'march', 'pair')).toContainText(['Half 1', 'Half 2'])
})
