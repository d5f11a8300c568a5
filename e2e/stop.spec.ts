/** Stop ends only what runs, here and on the server. */
import { fixture, readRecord } from './fixtures/entries'
import { call, hang, say, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answerCall, answers, sendMessage, toolCard, trustAll } from './window'

test(
  'CANC-01 CANC-10: stops in the middle of a call, notifies the server, says so on the card, and continues the chat',
  { tag: '@quick' },
  async ({ start, startModel, workspace }) => {
    const record = workspace.file('calls')
    const model = await startModel([
      [say('This may take a while.'), call('slow', 'wait-for-ever', {})],
      [call('slow', 'answer-at-once', {})],
      [say('That one was quick.')]
    ])
    workspace.writeSettings({
      mcpServers: { slow: fixture('slow', `--record=${record}`) },
      ...model.settings
    })
    const { window } = await start()
    await trustAll(window, ['slow'])
    await sendMessage(window, 'Wait')
    await answerCall(window, { server: 'slow', tool: 'wait-for-ever', answer: 'Allow once' })
    const card = toolCard(window, 'slow', 'wait-for-ever')
    await expect(card).toContainText('running')
    await expect(card).toContainText('Step three of ten')

    await window.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(card).toContainText('cancelled')
    await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    const called = readRecord(record).find((line) => line.method === 'tools/call')
    await expect
      .poll(() => readRecord(record).filter((line) => line.event === 'cancelled'))
      .toMatchObject([{ requestId: called?.id }])

    await sendMessage(window, 'Something quick instead')
    await answerCall(window, { server: 'slow', tool: 'answer-at-once', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('That one was quick.')
    expect(toolResults(model.requests()[1])).toMatchObject([{ isError: true }])
  }
)

test('keeps the text so far when the model is stopped', async ({ start, startModel, workspace }) => {
  const model = await startModel([[say('Once upon a time'), hang()], [say('The end.')]])
  workspace.writeSettings({ ...model.settings })
  const { window } = await start()
  await sendMessage(window, 'Tell a story')
  await expect(answers(window).last()).toContainText('Once upon a time')
  await window.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await expect.poll(() => model.requests()[0]?.isAborted).toBe(true)
  await expect(answers(window).last()).toContainText('Once upon a time')
  await sendMessage(window, 'And then?')
  await expect(answers(window).last()).toContainText('The end.')
})
