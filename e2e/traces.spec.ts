/** Turns as traces: switched on in Settings, asked for, and what arrives at the collector. */
import { openTraceCollectorServer } from '../app/testing/traces/trace-collector-server'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answerDestination,
  answers,
  closeDialog,
  destinationDialog,
  sendMessage,
  trustAll
} from './window'

test('sends turns to a collector after a question for its address, with contents only if you want them', async ({
  start,
  startModel,
  workspace
}) => {
  const collector = await openTraceCollectorServer()
  const model = await startModel([
    [call('modern', 'greet', { name: 'Ada' })],
    [say('The first greeting was sent.')],
    [call('modern', 'greet', { name: 'Grace' })],
    [say('The second greeting was sent.')]
  ])
  workspace.writeSettings({ mcpServers: { modern: fixture('mcp-modern') }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['modern'])
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  const openLog = async () => {
    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    await settings.getByRole('tab', { name: 'Activity log', exact: true }).click()
  }
  const finished = () => collector.spans.filter(({ name }) => name === 'invoke_agent Parley').length

  await openLog()
  await settings.getByRole('switch', { name: 'Send traces' }).click()
  await settings.getByRole('textbox', { name: 'Address for traces' }).fill(collector.url)
  await settings.getByRole('textbox', { name: 'Address for traces' }).press('Enter')
  const host = new URL(collector.url).host
  await expect(destinationDialog(window, host)).toContainText('No messages, arguments or results')
  expect(collector.bodies).toEqual([])
  await answerDestination(window, 'Trust', host)
  await closeDialog(settings)

  await sendMessage(window, 'Greet Ada in confidence')
  await answerCall(window, { server: 'modern', tool: 'greet', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('The first greeting was sent.')
  await expect.poll(finished).toBe(1)
  const named = (name: string) => collector.spans.find((span) => span.name === name)?.attributes
  expect(named('invoke_agent Parley')).toMatchObject({ 'gen_ai.operation.name': 'invoke_agent' })
  expect(named('tools/call greet')).toMatchObject({
    'gen_ai.tool.name': 'greet',
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': '2026-07-28'
  })
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(collector.bodies.join('')).not.toMatch(/Ada|in confidence|first greeting/)

  await openLog()
  await settings.getByRole('switch', { name: 'Include contents' }).click()
  await expect(destinationDialog(window, host)).toContainText('Also messages, arguments and results')
  await answerDestination(window, 'Trust', host)
  await closeDialog(settings)
  await sendMessage(window, 'Now Grace')
  await answerCall(window, { server: 'modern', tool: 'greet', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('The second greeting was sent.')
  await expect.poll(finished).toBe(2)
  expect(collector.bodies.join('')).toMatch(/Now Grace/)
  await collector.close()
})
