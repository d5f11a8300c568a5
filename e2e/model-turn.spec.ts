/** A model uses the tools of real servers, and the user decides about each call. */
import { everything, fixture, readCalls } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answerCall, answers, callDialog, sendMessage, toolCard, trustAll } from './window'

test(
  'TOOL-08 TOOL-09 TOOL-11 CHAT-02 CHAT-03 CHAT-05: runs two dependent calls, one approved once, one denied, and the model answers both',
  { tag: '@quick' },
  async ({ start, startModel, workspace }) => {
    const record = workspace.file('calls')
    const model = await startModel([
      [say('I add two first.'), call('counter', 'count', { by: 2 })],
      [say('Now three more.'), call('counter', 'count', { by: 3 })],
      [say('It stands at 2; the second step was declined.')]
    ])
    workspace.writeSettings({
      mcpServers: { counter: fixture('counter', `--record=${record}`) },
      ...model.settings
    })
    const { window } = await start()
    await trustAll(window, ['counter'])

    await sendMessage(window, 'Add two, then three')
    await expect(callDialog(window, 'counter', 'count')).toContainText('2')
    await expect(toolCard(window, 'counter', 'count')).toContainText('waiting for approval')
    await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
    await expect(toolCard(window, 'counter', 'count').first()).toContainText('done')
    await answerCall(window, { server: 'counter', tool: 'count', answer: 'Deny' })
    await expect(toolCard(window, 'counter', 'count').last()).toContainText('denied')
    await expect(answers(window).last()).toContainText('the second step was declined')

    expect(readCalls(record)).toEqual([{ name: 'count', arguments: { by: 2 } }])
    const [, second, third] = model.requests()
    expect(toolResults(second)).toMatchObject([{ isError: false, text: 'counter stands at 2' }])
    expect(toolResults(third)).toMatchObject([{ isError: true }])
  }
)

test(
  'asks about two calls of one reply one after the other, and answers them together',
  { tag: '@quick' },
  async ({ start, startModel, workspace }) => {
    const model = await startModel([
      [call('everything', 'echo', { message: 'tea' }), call('everything', 'get-sum', { a: 2, b: 40 })],
      [say('Tea for 42.')]
    ])
    workspace.writeSettings({ mcpServers: { everything: everything() }, ...model.settings })
    const { window } = await start()
    await trustAll(window, ['everything'])

    await sendMessage(window, 'Echo tea and add')
    await expect(callDialog(window, 'everything', 'echo')).toContainText('tea')
    await expect(callDialog(window, 'everything', 'get-sum')).toHaveCount(0)
    await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
    await answerCall(window, { server: 'everything', tool: 'get-sum', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('Tea for 42.')

    expect(toolResults(model.requests()[1])).toMatchObject([
      { isError: false, text: 'Echo: tea' },
      { isError: false, text: 'The sum of 2 and 40 is 42.' }
    ])
  }
)
