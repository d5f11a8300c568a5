/** What can happen to a tool call: it times out, its answer is late, its result is structured, its tools change. */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { call, say, startModel, toolResults, type Model, type Part } from './fixtures/model'
import { expect, shareParley, test } from './test'
import { answerCall, answers, openedCard, sendMessage, toolCard, trustAll } from './window'

/** The model's next replies. A test fills this in before it sends a message. */
let script: (readonly Part[])[] = []
let model: Model

const shared = shareParley(async () => {
  model = await startModel(() => script.shift() ?? [say('Nothing to add.')])
  const tools = {
    wait: { timeoutMs: 14_000 },
    late: { timeoutMs: 15_500 },
    work: { timeoutMs: 1_000, maxTotalTimeoutMs: 2_000 }
  }
  return {
    mcpServers: {
      calls: { ...fixture('mcp-calls'), tools },
      growing: fixture('mcp-modern'),
      example: fixture('walk-through')
    },
    ...model.settings
  }
})

test.beforeAll(async () => trustAll(shared().window, ['calls', 'growing', 'example']))
test.afterAll(() => model.close())

/** In a new conversation. Returns the index of its first request to the model. */
async function ask(text: string, replies: readonly (readonly Part[])[]): Promise<number> {
  const { window } = shared()
  const first = model.requests().length
  script = [...replies]
  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, text)
  return first
}

const allow = (server: string, tool: string) =>
  answerCall(shared().window, { server, tool, answer: 'Allow once' })

test("TIME-01 TIME-02 TIME-03 TIME-06 CANC-06 CANC-10: offers more time near a call's limit, ends the call without it, and shows a late answer to the user only", async () => {
  const { window } = shared()
  const first = await ask('Wait', [
    [call('calls', 'wait', {}), call('calls', 'late', {})],
    [say('One was stopped, one gave up.')]
  ])
  await allow('calls', 'wait')
  await allow('calls', 'late')
  const kept = toolCard(window, 'calls', 'wait')
  const left = toolCard(window, 'calls', 'late')
  await expect(kept).toContainText(/No response for a while\. Cancelling in \d+ s/)
  await kept.getByRole('button', { name: 'Keep waiting' }).click()
  await expect(kept).toContainText('The call has more time.')
  await expect(kept.getByRole('button', { name: 'Keep waiting' })).toBeHidden()

  await expect(left).toContainText("The tool “late” didn't respond for 15.5 s")
  await expect(left).toContainText('failed')
  await expect(kept).toContainText('running')
  const late = left.getByRole('region', { name: 'Late result' })
  await expect(late).toContainText('after all')
  await expect(late).toContainText("The model hasn't read it.")
  await kept.getByRole('button', { name: 'Cancel call' }).click()
  await expect(kept).toContainText('cancelled')
  await expect(answers(window).last()).toContainText('One was stopped, one gave up.')

  expect(toolResults(model.requests()[first + 1])).toEqual([
    { isError: true, text: expect.stringContaining('The user cancelled this call') },
    { isError: true, text: expect.stringContaining("didn't respond for 15.5 s") }
  ])
  await sendMessage(window, 'And now?')
  await expect(answers(window)).toHaveCount(2)
  await expect(answers(window).last()).toContainText('Nothing to add.')
  expect(JSON.stringify(model.requests().at(-1)?.messages)).not.toContain('after all')
})

test('TIME-04 TIME-05: prolongs a call on progress, up to its total limit', async () => {
  const { window } = shared()
  const first = await ask('Work', [[call('calls', 'work', { steps: 100 })], [say('Too slow.')]])
  await allow('calls', 'work')
  const card = toolCard(window, 'calls', 'work')
  await expect(card).toContainText("didn't finish within 2 s")
  await expect(answers(window).last()).toContainText('Too slow.')
  expect(toolResults(model.requests()[first + 1])[0]?.text).toContain("didn't finish within 2 s")
})

test('TOOL-22 TOOL-23: shows a structured result as a tree or table beside its JSON, and flags a mismatch to user and model', async () => {
  const { window } = shared()
  const first = await ask('Measure', [
    [
      call('calls', 'get_weather_data', { leave: 'humidity' }),
      call('calls', 'measure', {
        value: [
          { city: 'Oslo', degrees: 3 },
          { city: 'Rome', degrees: 21 }
        ]
      })
    ],
    [say('Something is missing.')]
  ])
  await allow('calls', 'get_weather_data')
  await allow('calls', 'measure')
  await expect(answers(window).last()).toContainText('Something is missing.')

  const tree = (await openedCard(window, 'calls', 'get_weather_data')).getByRole('group', {
    name: 'Structured result',
    exact: true
  })
  await expect(tree.getByRole('group', { name: 'Structured result, readable' })).toContainText(
    'temperature22.5'
  )
  await expect(tree.getByRole('note')).toContainText("doesn't match the tool's output schema")
  await expect(tree.getByRole('note')).toContainText('humidity')
  await tree.getByRole('tab', { name: 'JSON' }).click()
  await expect(tree.getByLabel('Structured result as JSON')).toContainText('"temperature": 22.5')

  const table = (await openedCard(window, 'calls', 'measure')).getByRole('group', {
    name: 'Structured result',
    exact: true
  })
  await expect(table.getByRole('columnheader')).toHaveText(['city', 'degrees'])
  await expect(table.getByRole('row').nth(2)).toContainText('Rome')

  const results = toolResults(model.requests()[first + 1])
  expect(results[0]).toEqual({ isError: false, text: expect.stringMatching(/doesn't match[\s\S]*humidity/) })
  expect(results[1]?.text).toContain('"city":"Oslo"')
})

for (const { server, tool, input, grown } of [
  { server: 'growing', tool: 'grow', input: {}, grown: 'grown-1' },
  {
    server: 'example',
    tool: 'calculator_arithmetic',
    input: { expression: '1 + 1' },
    grown: 'weather_forecast'
  }
])
  test(`TOOL-27 TOOL-29: uses a tool that ${server} adds during a turn in the same turn, and notifies user and model`, async () => {
    const { window } = shared()
    const first = await ask('Grow', [
      [call(server, tool, input)],
      [call(server, grown, { days: 1 })],
      [say('It grew.')]
    ])
    await allow(server, tool)
    await allow(server, grown)
    await expect(answers(window).last()).toContainText('It grew.')
    await expect(toolCard(window, server, grown)).toContainText('done')
    const note = answers(window)
      .last()
      .getByRole('note')
      .filter({ hasText: `The tools of ${server} changed` })
    await expect(note).toContainText(grown)
    await expect(note).toContainText('Parley notifies the model too.')
    const [before, after] = model.requests().slice(first)
    expect(before?.tools.some(({ name }) => name.endsWith(grown))).toBe(false)
    expect(after?.tools.some(({ name }) => name.endsWith(grown))).toBe(true)
    expect(JSON.stringify(after?.messages)).toContain(`The tools of ${server} changed`)
  })

test('TOOL-20: saves bytes of a result where the user chooses', async () => {
  const { app, window, workspace } = shared()
  const file = workspace.file('saved.bin')
  await ask('Contents', [[call('calls', 'contents', {})], [say('There.')]])
  await allow('calls', 'contents')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  const card = toolCard(window, 'calls', 'contents')
  const bytes = card.locator('[data-part="block"]').filter({ hasText: 'memo://bytes' })
  await bytes.getByRole('button', { name: 'Show data' }).click()
  await bytes.getByRole('button', { name: 'Save as…' }).click()
  await expect.poll(() => fs.existsSync(file) && [...fs.readFileSync(file)]).toEqual([6, 7, 8])
  await expect(card).toContainText("Can't display this image.")
})

test('folds a finished call to its result, and opens it with a press', async () => {
  const { window } = shared()
  const weather = call('calls', 'get_weather_data', {})
  await ask('Look twice', [[weather, weather], [say('Mild.')]])
  await allow('calls', 'get_weather_data')
  await allow('calls', 'get_weather_data')
  const answer = answers(window).last()
  await expect(answer).toContainText('Mild.')
  const card = answer.getByRole('group', { name: 'Tool call calls get_weather_data', exact: true }).first()
  await expect(card).toContainText('done')
  const result = card.getByRole('group', { name: 'Structured result, readable' })
  await expect(result).toHaveCount(0)
  await window.screenshot({ path: test.info().outputPath('folded.png') })
  await card.getByRole('button', { expanded: false }).click()
  await expect(result).toContainText('temperature22.5')
  await window.screenshot({ path: test.info().outputPath('opened.png') })
})
