/** Servers that ask for a model's answer: the user reviews what goes to the model, and what comes back. */
import { notes, runTool, runToolHere, samplingAnswerDialog, samplingDialog } from './server-questions'
import { everything, fixture, readAnswers } from './fixtures/entries'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply
} from '../app/testing/scripted-model/scripted-model'
import { modelKey } from './secrets'
import { expect, shareParley, test } from './test'
import { escapeFrom, pressIn, toolCard, trustAll } from './window'

let model: ScriptedModel
let replies: ScriptedReply[] = []
let record: string

const parley = shareParley(async (workspace) => {
  record = workspace.file('answers')
  model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Paris.' } })
  const anthropic = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: modelKey.reference }
  return {
    mcpServers: { samples: fixture('spec-samples', `--record=${record}`), everything: everything() },
    models: { default: 'direct', providers: { anthropic } }
  }
})

test.beforeAll(() => trustAll(parley().window, ['samples', 'everything']))
test.beforeEach(() => void (replies = []))
test.afterAll(() => model.close())

const lastAnswer = () => readAnswers(record).at(-1)
const lastRequest = () => model.requests.at(-1)?.body

test(
  'SYS-43: shows prompt, hint and limit in an approval, and returns role, content, model and stop reason',
  { tag: '@quick' },
  async () => {
    const { window } = parley()
    await runTool(window, { server: 'samples', tool: 'capital' })
    const request = samplingDialog(window, 'samples')
    await expect(request.getByRole('textbox', { name: 'Message 1' })).toHaveValue(
      'What is the capital of France?'
    )
    await expect(request.getByRole('textbox', { name: 'System prompt' })).toHaveValue(
      'You are a helpful assistant.'
    )
    await expect(request.getByRole('combobox', { name: 'Model' })).toContainText('Claude Haiku 4.5')
    await expect(request).toContainText('The server asked for “haiku”.')
    await expect(request.getByLabel('Answer limit')).toHaveValue('100')
    await expect(request).toContainText('while its tool capital runs')
    const asked = model.requests.length
    await pressIn(request, 'Approve')

    const answer = samplingAnswerDialog(window, 'samples')
    await expect(answer.getByRole('textbox', { name: 'Answer' })).toHaveValue('Paris.')
    await expect(answer).toContainText('Claude Haiku 4.5')
    await expect(answer).toContainText('10 read, 5 written')
    expect(model.requests).toHaveLength(asked + 1)
    expect(lastRequest()).toMatchObject({
      model: 'claude-haiku-4-5',
      max_tokens: 100,
      system: 'You are a helpful assistant.'
    })
    const before = readAnswers(record).length
    await pressIn(answer, 'Send to server')
    await expect.poll(() => readAnswers(record).length).toBe(before + 1)
    expect(lastAnswer()).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'Paris.' },
      model: 'claude-haiku-4-5',
      stopReason: 'endTurn'
    })
    await expect(toolCard(window, 'samples', 'capital')).toContainText('done')
    await expect(notes(window)).toContainText(
      "Asked for a model's answer: you sent the answer of claude-haiku-4-5."
    )
  }
)

for (const [how, decline] of [
  ['Decline', (dialog) => pressIn(dialog, 'Decline')],
  ['Escape', escapeFrom]
] as [string, (dialog: ReturnType<typeof samplingDialog>) => Promise<void>][]) {
  test(`SYS-43: ${how} returns the specification's error -1, and asks no model`, async () => {
    const { window } = parley()
    const asked = model.requests.length
    await runTool(window, { server: 'samples', tool: 'capital' })
    await expect(samplingDialog(window, 'samples')).toBeVisible()
    await decline(samplingDialog(window, 'samples'))
    await expect(toolCard(window, 'samples', 'capital')).toContainText('done')
    await expect(notes(window)).toContainText("Asked for a model's answer: you declined.")
    expect(lastAnswer()).toEqual({ error: { code: -1, message: 'User rejected sampling request' } })
    expect(model.requests).toHaveLength(asked)
  })
}

test('SYS-43: sends a discarded answer to no server', async () => {
  const { window } = parley()
  replies = [{ text: 'It is Lyon, I think.' }]
  await runTool(window, { server: 'samples', tool: 'capital' })
  await pressIn(samplingDialog(window, 'samples'), 'Approve')
  await pressIn(samplingAnswerDialog(window, 'samples'), 'Discard')
  await expect(notes(window)).toContainText('you discarded the answer.')
  // The note appears before the server has its answer.
  await expect.poll(lastAnswer).toEqual({ error: { code: -1, message: 'User rejected the answer' } })
})

test('SYS-43: lets the user answer instead of a model', async () => {
  const { window } = parley()
  const asked = model.requests.length
  await runTool(window, { server: 'samples', tool: 'capital' })
  await pressIn(samplingDialog(window, 'samples'), 'Answer myself')
  const answer = samplingAnswerDialog(window, 'samples')
  await answer.getByRole('button', { name: 'Send to server' }).click()
  await expect(answer.getByRole('alert')).toHaveText('Write an answer, or discard it.')
  await answer.getByRole('textbox', { name: 'Answer' }).fill('Paris, of course.')
  await pressIn(answer, 'Send to server')
  await expect(notes(window)).toContainText('you sent your own answer.')
  await expect.poll(lastAnswer).toMatchObject({ content: { text: 'Paris, of course.' }, model: 'person' })
  expect(model.requests).toHaveLength(asked)
})

test('SYS-43: sends request and answer as the user edited them', async () => {
  const { window } = parley()
  await runTool(window, { server: 'samples', tool: 'capital' })
  const request = samplingDialog(window, 'samples')
  await request.getByRole('textbox', { name: 'Message 1' }).fill('And of Italy?')
  await request.getByRole('textbox', { name: 'System prompt' }).fill('')
  await request.getByLabel('Answer limit').fill('101')
  await expect(request).toContainText('Enter a whole number from 1 to 100.')
  await request.getByLabel('Answer limit').fill('20')
  await request.getByRole('combobox', { name: 'Model' }).click()
  await window.getByRole('option', { name: 'Claude Sonnet 5.5' }).click()
  replies = [{ text: 'Rome, the eternal city.' }]
  await pressIn(request, 'Approve')
  const answer = samplingAnswerDialog(window, 'samples')
  await answer.getByRole('textbox', { name: 'Answer' }).fill('Rome.')
  expect(lastRequest()).toMatchObject({
    model: 'claude-sonnet-5-5',
    max_tokens: 20,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'And of Italy?' }] }]
  })
  expect(lastRequest()).not.toHaveProperty('system')
  await pressIn(answer, 'Send to server')
  await expect(notes(window)).toContainText(
    'you changed the request and sent the answer of claude-sonnet-5-5, edited.'
  )
  // The note appears before the server has its answer.
  await expect.poll(lastAnswer).toMatchObject({ content: { text: 'Rome.' }, model: 'claude-sonnet-5-5' })
})

test('SYS-43: lets the model read only the part of the conversation that the user selects', async () => {
  const { window } = parley()
  await runTool(window, { server: 'everything', tool: 'echo', input: { message: 'blue heron' } })
  await expect(toolCard(window, 'everything', 'echo')).toContainText('Echo: blue heron')
  for (const shares of [false, true]) {
    await runToolHere(window, { server: 'samples', tool: 'capital' })
    const request = samplingDialog(window, 'samples')
    const context = request.getByRole('region', { name: 'Context' })
    await expect(context.getByRole('textbox', { name: 'Context' })).toHaveValue(/Echo: blue heron/)
    const box = context.getByRole('checkbox', { name: 'Let the model read this' })
    await expect(box).not.toBeChecked()
    if (shares) await box.check()
    await pressIn(request, 'Approve')
    await pressIn(samplingAnswerDialog(window, 'samples'), 'Send to server')
    await expect(notes(window)).toHaveCount(shares ? 2 : 1)
    expect(JSON.stringify(lastRequest()).includes('blue heron')).toBe(shares)
  }
})

test('SYS-05: returns tool_use for a request with tools, and ends the loop in its second round', async () => {
  const { window } = parley()
  replies = [
    { text: 'I look.', toolUses: [{ id: 't1', name: 'forecast_get', input: { city: 'Paris' } }] },
    { text: 'Sunny, take a hat.' }
  ]
  await runTool(window, { server: 'samples', tool: 'weather' })
  const request = samplingDialog(window, 'samples')
  const tools = request.getByRole('region', { name: 'Tools in the request' })
  await expect(tools).toContainText('forecast.get')
  await expect(tools).toContainText('must use at least one')
  await pressIn(request, 'Approve')
  const answer = samplingAnswerDialog(window, 'samples')
  await expect(answer).toContainText("Call of the server's tool forecast.get")
  await pressIn(answer, 'Send to server')

  await expect(request).toContainText('Sunny in Paris')
  expect(lastAnswer()).toMatchObject({
    stopReason: 'toolUse',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 't1', name: 'forecast.get', input: { city: 'Paris' } }
    ]
  })
  await pressIn(request, 'Approve')
  await expect(answer.getByRole('textbox', { name: 'Answer' })).toHaveValue('Sunny, take a hat.')
  await pressIn(answer, 'Send to server')
  await expect(notes(window)).toHaveCount(2)
  expect(lastAnswer()).toMatchObject({ stopReason: 'endTurn', content: { text: 'Sunny, take a hat.' } })
})

test('SYS-33: answers the sampling tool of the reference server', async () => {
  const { window } = parley()
  replies = [{ text: 'Green tea, then.' }]
  const input = { prompt: 'Which tea?', maxTokens: 30 }
  await runTool(window, { server: 'everything', tool: 'trigger-sampling-request', input })
  await expect(samplingDialog(window, 'everything').getByRole('textbox', { name: 'Message 1' })).toHaveValue(
    /Which tea\?$/
  )
  await pressIn(samplingDialog(window, 'everything'), 'Approve')
  await pressIn(samplingAnswerDialog(window, 'everything'), 'Send to server')
  const card = toolCard(window, 'everything', 'trigger-sampling-request')
  await expect(card).toContainText('LLM sampling result')
  await expect(card).toContainText('Green tea, then.')
})

test('shows the user why a model failed, and gives the server no reason', async () => {
  const { window } = parley()
  replies = [{ failure: { status: 400, type: 'invalid_request_error', message: 'Account canary-7 is odd' } }]
  await runTool(window, { server: 'samples', tool: 'capital' })
  await pressIn(samplingDialog(window, 'samples'), 'Approve')
  await expect(notes(window)).toContainText("the model didn't answer.")
  await expect(window.getByText(/The model didn't answer the request from samples/)).toBeVisible()
  expect(lastAnswer()).toEqual({ error: { code: -32603, message: 'The model did not answer.' } })
})
