/** Servers that ask for a model's answer: every part of a request can be edited, and an answer written by hand. */
import { notes, runTool, runToolHere, samplingAnswerDialog, samplingDialog } from './server-questions'
import { fixture, readAnswers } from './fixtures/entries'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply
} from '../app/testing/scripted-model/scripted-model'
import { modelKey } from './secrets'
import { expect, shareParley, test } from './test'
import { pressIn, toolCard, trustAll } from './window'

let model: ScriptedModel
let replies: ScriptedReply[] = []
let record: string

const parley = shareParley(async (workspace) => {
  record = workspace.file('answers')
  model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Rome.' } })
  const anthropic = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: modelKey.reference }
  return {
    mcpServers: {
      sides: fixture('sampling-sides', `--record=${record}`),
      mortal: fixture('sampling-sides')
    },
    models: { default: 'direct', providers: { anthropic } }
  }
})

test.beforeAll(() => trustAll(parley().window, ['sides', 'mortal']))
test.beforeEach(() => void (replies = []))
test.afterAll(() => model.close())

const lastAnswer = () => readAnswers(record).at(-1)
const lastRequest = () => model.requests.at(-1)?.body

test('SAMP-04 SAMP-26: sends everything in a request to a model that supports it', async () => {
  const { window } = parley()
  await runTool(window, { server: 'sides', tool: 'rich' })
  const request = samplingDialog(window, 'sides')
  await expect(
    request.getByRole('status').filter({ hasText: "Unchanged from the server's request." })
  ).toBeVisible()
  await expect(request.getByRole('textbox', { name: 'Temperature' })).toHaveValue('0.7')
  await expect(request.getByRole('textbox', { name: 'Stop sequences' })).toHaveValue('END\n\\n\\n#')
  await expect(request).toContainText("The provider doesn't support this metadata, so it isn't sent: trace")
  await pressIn(request, 'Approve')
  await pressIn(samplingAnswerDialog(window, 'sides'), 'Send to server')
  await expect(toolCard(window, 'sides', 'rich')).toContainText('done')
  expect(lastRequest()).toMatchObject({
    model: 'claude-haiku-4-5',
    temperature: 0.7,
    stop_sequences: ['END', '\n\n#'],
    metadata: { user_id: 'u-42' },
    tool_choice: { type: 'any' }
  })
  expect(JSON.stringify(lastRequest()?.['metadata'])).not.toContain('trace')
})

test('SAMP-04 SAMP-09 SAMP-16 SAMP-23 SAMP-26: sends every part of a request as the user edited it', async () => {
  const { window } = parley()
  await runTool(window, { server: 'sides', tool: 'rich' })
  const request = samplingDialog(window, 'sides')
  const box = (name: string) => request.getByRole('textbox', { name, exact: true })
  await box('Message 1').click()
  await window.keyboard.press('Control+Home')
  for (let count = 0; count < 11; count += 1) await window.keyboard.press('ArrowRight')
  for (let count = 0; count < 9; count += 1) await window.keyboard.press('Shift+ArrowRight')
  await window.keyboard.press('Tab')
  await expect(request.getByRole('button', { name: 'Redact selection' })).toBeFocused()
  await window.keyboard.press('Enter')
  await expect(box('Message 1')).toHaveValue('My card is [redacted by the user]. Which city is this?')
  await request.getByRole('button', { name: 'Remove part 1.2' }).click()
  await request.getByRole('button', { name: 'Remove message 2' }).click()
  await expect(request).toContainText("Message 3 isn't sent to the model.")
  await box('System prompt').fill('You know maps.')
  await request.getByRole('checkbox', { name: 'streets' }).uncheck()
  await request.getByRole('combobox', { name: 'Tool use' }).click()
  await window.getByRole('option', { name: 'The model may use them' }).click()
  await box('Temperature').fill('3')
  await expect(request).toContainText('Enter a number from 0 to 2, or leave this empty.')
  await request.getByRole('button', { name: 'Approve' }).click()
  await expect(request.getByRole('alert')).toHaveText('Fix the temperature, then approve.')
  await box('Temperature').fill('')
  await box('Stop sequences').fill('STOP')
  await box('User ID for the provider').fill('')
  await expect(request.getByRole('status').filter({ hasText: 'Changed by you' })).toHaveText(
    /system prompt, message 1, message 2, message 3, tools, temperature, stop sequences, user ID\./
  )
  await pressIn(request, 'Approve')
  await pressIn(samplingAnswerDialog(window, 'sides'), 'Send to server')
  await expect(notes(window)).toContainText(
    'you changed the request and sent the answer of claude-haiku-4-5.'
  )
  const body = lastRequest()
  expect(body).toMatchObject({
    system: 'You know maps.',
    stop_sequences: ['STOP'],
    tool_choice: { type: 'auto' },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'My card is [redacted by the user]. Which city is this?' },
          { type: 'text', text: 'And now?' }
        ]
      }
    ]
  })
  expect(body?.tools?.map(({ name }) => name)).toEqual(['sky'])
  expect(body).not.toHaveProperty('temperature')
  expect(body).not.toHaveProperty('metadata')
  expect(JSON.stringify(body)).not.toContain('4111')
})

test('SAMP-26: omits the temperature for a model that takes none, and says so in the review', async () => {
  const { window } = parley()
  await runTool(window, { server: 'sides', tool: 'rich' })
  const request = samplingDialog(window, 'sides')
  await request.getByRole('combobox', { name: 'Model' }).click()
  await window.getByRole('option', { name: 'Claude Sonnet 5.5' }).click()
  await expect(request).toContainText("Claude Sonnet 5.5 doesn't support temperature, so it isn't sent.")
  await request.getByRole('button', { name: 'Undo changes' }).click()
  await expect(request.getByRole('combobox', { name: 'Model' })).toContainText('Claude Haiku 4.5')
  await request.getByRole('combobox', { name: 'Model' }).click()
  await window.getByRole('option', { name: 'Claude Sonnet 5.5' }).click()
  await pressIn(request, 'Approve')
  await pressIn(samplingAnswerDialog(window, 'sides'), 'Send to server')
  await expect(toolCard(window, 'sides', 'rich')).toContainText('done')
  expect(lastRequest()).toMatchObject({ model: 'claude-sonnet-5-5' })
  expect(lastRequest()).not.toHaveProperty('temperature')
})

test('SAMP-24: sends the model only the part of the context that the user keeps', async () => {
  const { window } = parley()
  await runTool(window, { server: 'sides', tool: 'plain' })
  await pressIn(samplingDialog(window, 'sides'), 'Approve')
  await pressIn(samplingAnswerDialog(window, 'sides'), 'Send to server')
  await runToolHere(window, { server: 'sides', tool: 'rich' })
  const request = samplingDialog(window, 'sides')
  const context = request.getByRole('textbox', { name: 'Context' })
  await expect(context).toHaveValue(/Tool sides plain/)
  await context.fill('Nothing but this.')
  await request.getByRole('checkbox', { name: 'Let the model read this' }).check()
  await pressIn(request, 'Approve')
  await pressIn(samplingAnswerDialog(window, 'sides'), 'Send to server')
  await expect(notes(window)).toHaveCount(2)
  expect(JSON.stringify(lastRequest())).toContain('Nothing but this.')
  expect(JSON.stringify(lastRequest())).not.toContain('Tool sides plain')
})

test('SAMP-15 SAMP-16: lets the user answer by hand with the tool that the server requires', async () => {
  const { window } = parley()
  const asked = model.requests.length
  await runTool(window, { server: 'sides', tool: 'must' })
  await pressIn(samplingDialog(window, 'sides'), 'Answer myself')
  const answer = samplingAnswerDialog(window, 'sides')
  await answer.getByRole('textbox', { name: 'Answer' }).fill('I look.')
  await expect(answer).toContainText('The server asks you to call at least one of its tools.')
  await answer.getByRole('combobox', { name: "Call one of the server's tools" }).click()
  await window.getByRole('option', { name: 'sky' }).click()
  await answer.getByRole('button', { name: 'Send to server' }).click()
  await expect(answer.getByRole('alert')).toContainText("The input for sky doesn't match its schema.")
  await answer
    .getByRole('region', { name: 'Call of sky' })
    .getByRole('textbox', { name: 'city' })
    .fill('Rome')
  await pressIn(answer, 'Send to server')
  await expect(notes(window)).toContainText('you sent your own answer.')
  await expect.poll(lastAnswer).toMatchObject({
    model: 'person',
    stopReason: 'toolUse',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', name: 'sky', input: { city: 'Rome' } }
    ]
  })
  expect(model.requests).toHaveLength(asked)
})

test('SAMP-05: sends a tool call in a model’s answer as the user edited it, or not at all', async () => {
  const { window } = parley()
  const answer = samplingAnswerDialog(window, 'sides')
  const look = { text: 'I look.', toolUses: [{ id: 't1', name: 'sky', input: { city: 'Paris' } }] }
  replies = [look, look]
  await runTool(window, { server: 'sides', tool: 'must' })
  await pressIn(samplingDialog(window, 'sides'), 'Approve')
  await answer.getByRole('textbox', { name: 'city' }).fill('Rome')
  await expect(answer.getByRole('status').filter({ hasText: 'Changed by you.' })).toBeVisible()
  await pressIn(answer, 'Send to server')
  await expect(notes(window)).toContainText('edited.')
  await expect.poll(lastAnswer).toMatchObject({
    stopReason: 'toolUse',
    content: [{ type: 'text' }, { type: 'tool_use', id: 't1', name: 'sky', input: { city: 'Rome' } }]
  })
  await runTool(window, { server: 'sides', tool: 'must' })
  await pressIn(samplingDialog(window, 'sides'), 'Approve')
  await answer.getByRole('button', { name: 'Remove call of sky' }).click()
  await pressIn(answer, 'Send to server')
  await expect(notes(window)).toContainText('edited.')
  await expect
    .poll(lastAnswer)
    .toMatchObject({ stopReason: 'endTurn', content: { type: 'text', text: 'I look.' } })
})

test('CANC-05: closes a review with the reason when its request is cancelled or its server dies', async () => {
  const { window } = parley()
  const asked = model.requests.length
  const review = samplingDialog(window, 'mortal')
  await runTool(window, { server: 'mortal', tool: 'withdraw' })
  await expect(review).toBeVisible()
  await expect(review).toHaveCount(0)
  await expect(notes(window)).toContainText(/Asked for a model's answer: .*(took|cancelled|withdrew|back)/)
  // While that call runs, either of the two calls may be asked about.
  await expect(toolCard(window, 'mortal', 'withdraw')).toContainText('done')
  await runTool(window, { server: 'mortal', tool: 'die' })
  await expect(review).toBeVisible()
  await expect(review).toHaveCount(0)
  // Whether the other note, that its tools are gone, is there yet depends on the server.
  await expect(notes(window).filter({ hasText: "Asked for a model's answer:" })).toBeVisible()
  await expect(toolCard(window, 'mortal', 'die')).toContainText('failed')
  expect(model.requests).toHaveLength(asked)
})
