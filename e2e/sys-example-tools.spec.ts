/** Tools as the protocol's own documents describe them: the servers are rebuilt and used through the window. */
import { fixture, readCalls, readRecord } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  backToChat,
  callDialog,
  inspect,
  openServers,
  openTab,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('SYS-38 LIFE-02 LIFE-11 TOOL-27: follows the walk-through: initialize, list, call, and a list that changes within the turn', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('messages')
  const model = await startModel([
    [call('example', 'weather_current', { location: 'San Francisco', units: 'imperial' })],
    [call('example', 'calculator_arithmetic', { expression: '2 + 3 * 4' })],
    [call('example', 'weather_forecast', { days: 3 })],
    [say('Dry, and fourteen.')]
  ])
  workspace.writeSettings({
    mcpServers: { example: fixture('walk-through', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['example'])
  const received = (method: string) => readRecord(record).filter((line) => line.method === method)
  expect(received('initialize')).toMatchObject([
    {
      id: expect.anything(),
      params: { clientInfo: { name: expect.any(String), version: expect.any(String) } }
    }
  ])
  expect(received('notifications/initialized')).toHaveLength(1)
  expect(received('notifications/initialized')[0]).not.toHaveProperty('id')
  expect(received('tools/list')).toHaveLength(1)
  expect(received('tools/list')[0]?.params ?? {}).not.toHaveProperty('cursor')

  await sendMessage(window, 'How is the weather, and what is 2 + 3 * 4?')
  await expect(callDialog(window, 'example', 'weather_current')).toContainText('Weather Information')
  await answerCall(window, { server: 'example', tool: 'weather_current', answer: 'Allow once' })
  await expect(toolCard(window, 'example', 'weather_current')).toContainText(
    'Current weather in San Francisco: 68°F, partly cloudy with light winds from the west at 8 mph. Humidity: 65%'
  )
  expect(readCalls(record)).toEqual([
    { name: 'weather_current', arguments: { location: 'San Francisco', units: 'imperial' } }
  ])
  await answerCall(window, { server: 'example', tool: 'calculator_arithmetic', answer: 'Allow once' })
  await answerCall(window, { server: 'example', tool: 'weather_forecast', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Dry, and fourteen.')
  await expect(toolCard(window, 'example', 'weather_forecast')).toContainText('Dry for 3 days')
  expect(received('tools/list')).toHaveLength(2)
  // The change was announced just before the result of the calculation: the step after it has the tool.
  expect(model.requests().map(({ tools }) => tools.length)).toEqual([2, 2, 3, 3])
})

test('SYS-38: shows default and choices of an argument', async ({ start, workspace }) => {
  workspace.writeSettings({ mcpServers: { example: fixture('walk-through') } })
  const { window } = await start()
  await trustAll(window, ['example'])
  const servers = await openServers(window)
  const page = await inspect(servers, 'example')
  await expect(page).toContainText('2025-06-18')
  await openTab(page, 'Tools')
  await page.getByText('weather_current', { exact: true }).click()
  await expect(page).toContainText('"default": "metric"')
  await backToChat(window)

  await sendMessage(window, 'weather_current {"location": "Oslo"}')
  const dialog = callDialog(window, 'example', 'weather_current')
  await dialog.getByRole('button', { name: 'Edit arguments', exact: true }).click()
  await expect(dialog).toContainText('metric')
  const units = dialog.getByRole('combobox', { name: /units/ })
  await units.click()
  for (const unit of ['metric', 'imperial', 'kelvin'])
    await expect(window.getByRole('option', { name: unit, exact: true })).toBeVisible()
  await window.getByRole('option', { name: 'kelvin', exact: true }).click()
  await answerCall(window, { server: 'example', tool: 'weather_current', answer: 'Allow once' })
  await expect(toolCard(window, 'example', 'weather_current')).toContainText('293 K')
})

test('SYS-39 TOOL-23: shows text and a matching structure, and flags a missing humidity to user and model', async ({
  start,
  startModel,
  workspace
}) => {
  const place = { location: 'New York' }
  const model = await startModel([
    [
      call('weather', 'get_weather', place),
      call('weather', 'get_weather_data', place),
      call('forgetful', 'get_weather_data', place)
    ],
    [say('Partly cloudy; one humidity is missing.')]
  ])
  workspace.writeSettings({
    mcpServers: { weather: fixture('weather'), forgetful: fixture('weather', '--forget=humidity') },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['weather', 'forgetful'])
  await sendMessage(window, 'Weather?')
  await answerCall(window, { server: 'weather', tool: 'get_weather', answer: 'Allow once' })
  await answerCall(window, { server: 'weather', tool: 'get_weather_data', answer: 'Allow once' })
  await answerCall(window, { server: 'forgetful', tool: 'get_weather_data', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('one humidity is missing.')

  await expect(toolCard(window, 'weather', 'get_weather')).toContainText('Temperature: 72°F')
  const misfit = /doesn't match the (tool's )?output schema/
  const whole = toolCard(window, 'weather', 'get_weather_data')
  for (const words of ['done', '22.5', '65']) await expect(whole).toContainText(words)
  await expect(whole).not.toContainText(misfit)
  const partial = toolCard(window, 'forgetful', 'get_weather_data')
  for (const words of ['done', '22.5', 'humidity', misfit]) await expect(partial).toContainText(words)

  const [inWords, fitting, flagged] = toolResults(model.requests()[1])
  expect(inWords).toMatchObject({ isError: false, text: expect.stringContaining('72°F') })
  expect(fitting).toMatchObject({ isError: false, text: expect.stringContaining('"humidity":65') })
  expect(fitting?.text).not.toMatch(misfit)
  expect(flagged).toMatchObject({ isError: false, text: expect.stringMatching(misfit) })
  expect(flagged?.text).toContain('humidity')
})

test('SYS-50 TOOL-05 TOOL-25: sends numbers, lists and choices typed, and shows an error of the tool to user and model', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('calls')
  const issue = { title: 'It rains', body: 'All day', labels: ['bug', 'help wanted'] }
  const analysis = { filepath: 'missing.csv', operations: ['sum', 'average'] }
  const model = await startModel([
    [call('tools', 'calculate_sum', { a: 2, b: 0.5 })],
    [call('tools', 'github_create_issue', issue)],
    [call('tools', 'analyze_csv', { filepath: 'missing.csv', operations: ['median'] })],
    [call('tools', 'analyze_csv', analysis)],
    [say('The file is not there; give me another one.')]
  ])
  workspace.writeSettings({
    mcpServers: { tools: fixture('sample-tools', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['tools'])
  await sendMessage(window, 'Try them')
  await answerCall(window, { server: 'tools', tool: 'calculate_sum', answer: 'Allow once' })
  await answerCall(window, { server: 'tools', tool: 'github_create_issue', answer: 'Allow once' })
  // `median` is none of the choices: Parley rejects it without a question.
  await expect(callDialog(window, 'tools', 'analyze_csv')).toContainText('average')
  await answerCall(window, { server: 'tools', tool: 'analyze_csv', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('The file is not there; give me another one.')

  await expect(toolCard(window, 'tools', 'calculate_sum')).toContainText('2.5')
  const failed = toolCard(window, 'tools', 'analyze_csv').last()
  await expect(failed).toContainText('The tool reported an error')
  await expect(failed).toContainText('missing.csv does not exist')
  expect(readCalls(record)).toEqual([
    { name: 'calculate_sum', arguments: { a: 2, b: 0.5 } },
    { name: 'github_create_issue', arguments: issue },
    { name: 'analyze_csv', arguments: analysis }
  ])
  expect(toolResults(model.requests()[3])).toMatchObject([{ isError: true }])
  expect(toolResults(model.requests()[4])).toMatchObject([
    { isError: true, text: expect.stringContaining('missing.csv does not exist') }
  ])
})

test('SYS-51 TOOL-02 TOOL-03: gives the model distinct names for search_web of two servers, and each server its own name', async ({
  start,
  startModel,
  workspace
}) => {
  const records = { web1: workspace.file('web1'), web2: workspace.file('web2') }
  const model = await startModel([
    [call('web1', 'search_web', { query: 'tea' }), call('web2', 'search_web', { query: 'toast' })],
    [say('Nothing anywhere.')]
  ])
  workspace.writeSettings({
    mcpServers: {
      web1: fixture('web-search', '--label=web1', `--record=${records.web1}`),
      web2: fixture('web-search', '--label=web2', `--record=${records.web2}`)
    },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['web1', 'web2'])
  await sendMessage(window, 'Search both')
  await answerCall(window, { server: 'web1', tool: 'search_web', answer: 'Allow once' })
  await answerCall(window, { server: 'web2', tool: 'search_web', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Nothing anywhere.')
  await expect(toolCard(window, 'web1', 'search_web')).toContainText('web1 found nothing for tea')
  await expect(toolCard(window, 'web2', 'search_web')).toContainText('web2 found nothing for toast')
  expect(new Set(model.requests()[0]?.tools.map(({ name }) => name)).size).toBe(2)
  expect(readCalls(records.web1)).toEqual([{ name: 'search_web', arguments: { query: 'tea' } }])
  expect(readCalls(records.web2)).toEqual([{ name: 'search_web', arguments: { query: 'toast' } }])
})
