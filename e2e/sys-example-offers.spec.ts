/** Resources and prompts as the protocol's own documents describe them, on servers rebuilt from them. */
import fs from 'node:fs'
import { fixture, readRecord } from './fixtures/entries'
import { call, say, spoken, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  callUp,
  chips,
  offeredResource,
  openAttach,
  personMessages,
  promptCard,
  promptDialog,
  resourceCard,
  sendMessage,
  trustAll
} from './window'

test("SYS-40 PROM-12 COMP-04: completes code_review's language, then the framework with that language", async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('messages')
  const model = await startModel([[say('Looks fine.')]])
  workspace.writeSettings({
    mcpServers: { review: fixture('code-review', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['review'])
  const offered = await callUp(window, '/code')
  await expect(offered).toContainText(['Request Code Review'])
  await offered.click()
  const dialog = promptDialog(window, 'code_review')
  await expect(dialog).toContainText('Request Code Review')
  await dialog.getByRole('textbox', { name: 'code' }).fill("def hello():\n    print('world')")
  await dialog.getByRole('textbox', { name: 'language' }).pressSequentially('py')
  const languages = dialog.getByRole('listbox', { name: 'Values for language' }).getByRole('option')
  await expect(languages).toHaveText(['python', 'pytorch', 'pyside'])
  await languages.filter({ hasText: 'python' }).click()
  await dialog.getByRole('textbox', { name: 'framework' }).pressSequentially('fla')
  const frameworks = dialog.getByRole('listbox', { name: 'Values for framework' }).getByRole('option')
  await expect(frameworks).toHaveText(['flask'])
  await frameworks.click()
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await sendMessage(window, 'Please')
  await expect(answers(window).last()).toContainText('Looks fine.')
  expect(spoken(model.requests()[0])[0]?.text).toContain('Please review this python code:')
  const asked = readRecord(record).filter(({ method }) => method === 'completion/complete')
  expect(asked.at(-1)?.params).toMatchObject({ context: { arguments: { language: 'python' } } })
})

test('SYS-41 RES-13 RES-14 RES-18 RES-21 RES-22: shows annotations of project files in the picker, a template, and reads an update again', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('messages')
  const model = await startModel([
    [call('project', 'edit_main', { greeting: 'Good morning' })],
    [say('Edited.')],
    [say('Now it greets.')]
  ])
  workspace.writeSettings({
    mcpServers: { project: fixture('project-files', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['project'])

  const dialog = await openAttach(window)
  const readme = offeredResource(dialog, 'project', /Project Documentation/)
  for (const fact of ['text/markdown', 'priority 0.8', 'Jan 12, 2025'])
    await expect(readme).toContainText(fact)
  await expect(readme).toContainText(/for (you|the user)/i)
  await offeredResource(dialog, 'project', /Project Files/).click()
  await dialog.getByRole('textbox', { name: 'path' }).fill('Cargo.toml')
  await expect(dialog).toContainText('file:///Cargo.toml')
  await dialog.getByRole('button', { name: 'Show content' }).click()
  await expect(dialog).toContainText('name = "project"')
  await offeredResource(dialog, 'project', /Project Files/).click()
  await offeredResource(dialog, 'project', /Rust Software Application Main File/).click()
  await dialog.getByRole('button', { name: 'Show content' }).click()
  await expect(dialog.getByRole('region', { name: 'Details' })).toContainText('Hello world!')
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(chips(window)).toHaveCount(1)

  await sendMessage(window, 'Greet better')
  await answerCall(window, { server: 'project', tool: 'edit_main', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Edited.')
  expect(spoken(model.requests()[0])[0]?.text).toContain('Hello world!')
  const subscriptions = readRecord(record).filter(({ method }) => method === 'resources/subscribe')
  expect(subscriptions).toMatchObject([{ params: { uri: 'file:///project/src/main.rs' } }])

  const card = resourceCard(window, 'project', 'Rust Software Application Main File')
  await expect(card).toContainText('changed since then')
  await card.getByRole('button', { name: 'Attach again' }).click()
  await sendMessage(window, 'And now?')
  await expect(answers(window).last()).toContainText('Now it greets.')
  expect(spoken(model.requests()[2]).at(-1)?.text).toContain('Good morning')
})

test('SYS-48 PROM-05 PROM-06 PROM-08 PROM-10: handles required and optional arguments, attachments in a prompt, and two roles', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('One.')], [say('Two.')], [say('Three.')]])
  workspace.writeSettings({ mcpServers: { prompts: fixture('example-prompts') }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['prompts'])
  const insert = (dialog: ReturnType<typeof promptDialog>) =>
    dialog.getByRole('button', { name: 'Insert', exact: true }).click()

  await (await callUp(window, '/explain')).click()
  const explain = promptDialog(window, 'explain-code')
  await expect(explain.getByRole('textbox', { name: 'code' })).toHaveAttribute('aria-required', 'true')
  await expect(explain.getByRole('textbox', { name: 'language' })).not.toHaveAttribute(
    'aria-required',
    'true'
  )
  await insert(explain)
  await expect(explain.getByText('This argument is required. Fill it in.')).toHaveCount(1)
  await explain.getByRole('textbox', { name: 'code' }).fill('1 + 1')
  await insert(explain)
  await sendMessage(window, 'Briefly')
  await expect(answers(window).last()).toContainText('One.')
  expect(spoken(model.requests()[0])[0]?.text).toContain('Explain how this Unknown code works:\n\n1 + 1')

  await (await callUp(window, '/analyze')).click()
  const analyze = promptDialog(window, 'analyze-project')
  await analyze.getByRole('textbox', { name: 'timeframe' }).fill('1h')
  await analyze.getByRole('textbox', { name: 'fileUri' }).fill('file:///path/to/code.py')
  await insert(analyze)
  await sendMessage(window, 'What is wrong?')
  await expect(answers(window).last()).toContainText('Two.')
  const project = promptCard(window, 'prompts', 'analyze-project')
  const parts = project.getByRole('list', { name: 'Messages of the prompt' }).getByRole('listitem')
  await expect(parts).toHaveCount(3)
  await expect(parts.nth(1)).toContainText('logs://recent?timeframe=1h')
  await expect(parts.nth(2)).toContainText('file:///path/to/code.py')
  const analyzed = spoken(model.requests()[1]).at(-1)?.text
  for (const words of ['Max retries exceeded', 'def connect_to_service']) expect(analyzed).toContain(words)

  await (await callUp(window, '/debug')).click()
  const debug = promptDialog(window, 'debug-error')
  await debug.getByRole('textbox', { name: 'error' }).fill('ECONNREFUSED')
  await insert(debug)
  await sendMessage(window, 'Any idea?')
  await expect(answers(window).last()).toContainText('Three.')
  expect(spoken(model.requests()[2]).slice(-3)).toMatchObject([
    { role: 'user', text: expect.stringContaining("Here's an error I'm seeing: ECONNREFUSED") },
    { role: 'assistant', text: "I'll help analyze this error. What have you tried so far?" },
    { role: 'user', text: expect.stringContaining('the error persists') }
  ])
  await expect(
    personMessages(window).last().getByRole('list', { name: 'Messages of the prompt' }).getByRole('listitem')
  ).toHaveText([/^You/, /^Assistant/, /^You/])
})

test('SYS-49 RES-03 RES-04: opens every address scheme, draws a picture, and saves a PDF', async ({
  start,
  workspace
}) => {
  const file = workspace.file('saved.pdf')
  workspace.writeSettings({ mcpServers: { example: fixture('example-resources') } })
  const { app, window } = await start()
  await trustAll(window, ['example'])
  // A test can't use the system's own dialog. It answers with this file.
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  const dialog = await openAttach(window)
  const details = dialog.getByRole('region', { name: 'Details' })
  const open = async (name: string, uri: string) => {
    await offeredResource(dialog, 'example', new RegExp(`^${name}`)).click()
    await expect(details).toContainText(uri)
    await details.getByRole('button', { name: 'Show content' }).click()
  }
  await open('Example Resource', 'example://resource')
  await expect(details).toContainText('An example in words')
  await open('Application Logs', 'file:///logs/app.log')
  await expect(details).toContainText('15:32:12 ready')
  await open('Customers', 'postgres://database/customers/schema')
  await expect(details).toContainText('"city"')
  await open('Display 1', 'screen://localhost/display1')
  const picture = details.getByRole('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await open('report.pdf', 'file:///home/user/documents/report.pdf')
  await expect(details).toContainText('application/pdf')
  await details.getByRole('button', { name: /^Save as/ }).click()
  await expect.poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8')).toMatch(/^%PDF-1\.4[^]*%%EOF/)
})

test('SYS-55: attaches the schema of a read-only database, uses its prompt, and runs a query', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [call('database', 'query', { sql: 'SELECT city, count(*) AS people FROM customers GROUP BY city' })],
    [call('database', 'query', { sql: 'DELETE FROM customers' })],
    [say('Most live in London; I may not delete anybody.')]
  ])
  workspace.writeSettings({ mcpServers: { database: fixture('database') }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['database'])
  await (await callUp(window, '@customers')).click()
  await (await callUp(window, '/analyze')).click()
  const dialog = promptDialog(window, 'analyze-table')
  await dialog.getByRole('textbox', { name: 'table' }).fill('customers')
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(chips(window)).toHaveCount(2)
  await sendMessage(window, 'Where do they live?')
  await expect(callDialog(window, 'database', 'query')).toContainText('GROUP BY city')
  await answerCall(window, { server: 'database', tool: 'query', answer: 'Allow once' })
  await answerCall(window, { server: 'database', tool: 'query', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Most live in London')
  const said = spoken(model.requests()[0])[0]?.text
  for (const words of ['CREATE TABLE customers', 'Analyze the table customers', 'Where do they live?'])
    expect(said).toContain(words)
  expect(toolResults(model.requests()[1])[0]?.text).toContain('{"city":"London","people":2}')
  expect(toolResults(model.requests()[2])).toMatchObject([
    { isError: true, text: expect.stringContaining('Only SELECT') }
  ])
})
