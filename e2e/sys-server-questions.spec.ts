/** Servers of the documents that ask while they work: a travel agency, and the calculator of the Java library. */
import fs from 'node:fs'
import {
  inputDialog,
  notes,
  runTool,
  runToolHere,
  samplingAnswerDialog,
  samplingDialog
} from './server-questions'
import { fixture, readRecord } from './fixtures/entries'
import { createHold, createScriptedModel } from '../app/testing/scripted-model/scripted-model'
import type { ScriptedReply } from '../app/testing/scripted-model/scripted-model'
import type { Parley } from './launch'
import { modelKey } from './secrets'
import { expect, sharedTest } from './test'
import {
  answerDestination,
  callUp,
  chips,
  closeDialog,
  offeredResource,
  openAttach,
  openServers,
  pressIn,
  promptCard,
  promptDialog,
  resourceCard,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'

sharedTest(
  'SYS-45: lets a model choose the flight and the user confirm the booking in one call of a travel server',
  async ({ start, workspace }) => {
    const first = createHold()
    const replies: ScriptedReply[] = [
      { text: 'Never heard.', holdBefore: first },
      { text: 'PA 207, without a stop.' }
    ]
    const model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'PA 399.' } })
    const anthropic = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: modelKey.reference }
    workspace.writeSettings({
      mcpServers: { travel: fixture('travel') },
      models: { default: 'direct', providers: { anthropic } }
    })
    const { window } = await start()
    await trustAll(window, ['travel'])
    const book = { server: 'travel', tool: 'book-trip', input: { city: 'Paris' } }
    const card = toolCard(window, 'travel', 'book-trip')
    const form = inputDialog(window, 'travel')

    // Stopped while the model writes: the call continues without it.
    await runTool(window, book)
    await expect(samplingDialog(window, 'travel').getByRole('textbox', { name: 'Message 1' })).toHaveValue(
      /PA 101.*PA 207.*PA 399/
    )
    await pressIn(samplingDialog(window, 'travel'), 'Approve')
    await answerDestination(window, 'Trust')
    await expect(card.getByRole('status').filter({ hasText: 'Asking' })).toHaveText(
      'Asking anthropic/claude-haiku-4-5 for travel'
    )
    await card.getByRole('button', { name: 'Stop model' }).click()
    await expect(form).toContainText('The model chose: nothing (User stopped the model)')
    await expect(card.getByRole('button', { name: 'Stop model' })).toHaveCount(0)
    await pressIn(form, 'Decline')
    await expect(card).toContainText('Nothing is booked: decline.')
    await expect(notes(window)).toContainText(['you stopped the model', 'you declined'])
    first.release()

    await runTool(window, book)
    await pressIn(samplingDialog(window, 'travel'), 'Approve')
    await pressIn(samplingAnswerDialog(window, 'travel'), 'Send to server')
    await expect(form).toContainText('The model chose: PA 207, without a stop.')
    await form.getByRole('checkbox', { name: 'Book it' }).check()
    await form.getByRole('combobox', { name: 'Seat' }).click()
    await window.getByRole('option', { name: 'aisle', exact: true }).click()
    await pressIn(form, 'Submit')
    await expect(card).toContainText('Booked to Paris: PA 207, without a stop.')
    await expect(card).toContainText('"seat":"aisle"')

    await runTool(window, book)
    await pressIn(samplingDialog(window, 'travel'), 'Decline')
    await expect(form).toContainText('The model chose: nothing (User rejected sampling request)')
    await window.keyboard.press('Escape')
    await expect(card).toContainText('Nothing is booked: cancel.')
    await model.close()
  }
)

sharedTest(
  'SYS-45: completes the city of its forecasts, takes arguments for its prompt, and notifies it of an opened folder',
  async ({ start, workspace }) => {
    const record = workspace.file('record')
    const archive = workspace.file('2023-archive')
    fs.mkdirSync(archive)
    workspace.writeSettings({
      mcpServers: { travel: fixture('travel', `--record=${record}`) },
      models: { default: 'direct' }
    })
    const parley = await start()
    const { window } = parley
    await trustAll(window, ['travel'])

    const dialog = await openAttach(window)
    await offeredResource(dialog, 'travel', /Weather forecast/).click()
    await dialog.getByRole('textbox', { name: 'city' }).pressSequentially('Par')
    const cities = dialog.getByRole('listbox', { name: 'Values for city' }).getByRole('option')
    await expect(cities).toHaveText(['Paris', 'Park City'])
    await cities.filter({ hasText: 'Park City' }).click()
    await dialog.getByRole('textbox', { name: 'date' }).fill('2026-12-24')
    await expect(dialog).toContainText('weather://forecast/Park%20City/2026-12-24')
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(chips(window)).toHaveCount(1)

    await (await callUp(window, '/plan-v')).click()
    const prompt = promptDialog(window, 'plan-vacation')
    await prompt.getByRole('textbox', { name: 'destination' }).fill('Barcelona')
    await prompt.getByRole('textbox', { name: 'duration' }).fill('7')
    await prompt.getByRole('button', { name: 'Insert', exact: true }).click()
    await expect(chips(window)).toHaveCount(2)
    // No tool matches it. Otherwise Enter would choose that tool.
    await sendMessage(window, 'Xyzzy')
    await expect(promptCard(window, 'travel', 'plan-vacation')).toContainText('Barcelona')
    await expect(resourceCard(window, 'travel', 'Weather forecast: Park City, 2026-12-24')).toBeVisible()

    const told = () => readRecord(record).filter(({ event }) => event === 'roots')
    await runTool(window, { server: 'travel', tool: 'workspaces' })
    const card = toolCard(window, 'travel', 'workspaces')
    await expect(card).toContainText('Workspaces: none')
    const before = told().length
    await addFolder(parley, archive)
    await expect.poll(() => told().length).toBe(before + 1)
    await runToolHere(window, { server: 'travel', tool: 'workspaces' })
    await expect(card.last()).toContainText('Workspaces: 2023-archive')
  }
)

sharedTest(
  'SYS-53: shows log, progress and a form of the same server, and answers its pings every second',
  async ({ start, workspace }) => {
    const record = workspace.file('record')
    workspace.writeSettings({
      mcpServers: { calculator: fixture('ai-calculator', `--record=${record}`) },
      models: { default: 'direct' }
    })
    const { window } = await start()
    await trustAll(window, ['calculator'])
    const card = (tool: string) => toolCard(window, 'calculator', tool)

    await runTool(window, { server: 'calculator', tool: 'calculator', input: { expression: '6 * 7' } })
    await expect(card('calculator')).toContainText('42')

    await runTool(window, { server: 'calculator', tool: 'progress-test' })
    await expect(card('progress-test')).toContainText(/of 1 · calculating/)
    await expect(card('progress-test')).toContainText('done')

    await runTool(window, { server: 'calculator', tool: 'elicitation' })
    const form = inputDialog(window, 'calculator')
    await expect(form).toContainText('Who calculates?')
    await form.getByRole('textbox', { name: 'name' }).fill('Ada')
    await pressIn(form, 'Submit')
    await expect(card('elicitation')).toContainText('Ada')

    await runTool(window, { server: 'calculator', tool: 'logging-test' })
    await expect(card('logging-test')).toContainText('logged')
    const servers = await openServers(window)
    await serverItem(servers, 'calculator').getByRole('button', { name: 'Log', exact: true }).click()
    for (const level of ['info', 'warning', 'error']) await expect(servers).toContainText(`This is ${level}.`)
    await closeDialog(servers)

    const answered = () => readRecord(record).filter(({ event, error }) => event === 'answered' && !error)
    const before = answered().length
    await expect.poll(() => answered().length).toBeGreaterThan(before + 1)
  }
)

async function addFolder({ app, window }: Parley, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, folder)
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByRole('tab', { name: 'Folders' }).click()
  await settings.getByRole('button', { name: 'Add folder' }).click()
  await expect(settings.getByRole('list', { name: 'Folders shared with servers' })).toContainText(folder)
  await closeDialog(settings)
}
