/** The person may change what a tool gets before saying yes; the schema still holds. */
import { fixture, readCalls } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answers, callDialog, sendMessage, toolCard, trustAll } from './window'

test('arguments that do not fit are refused, those that fit are sent', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('calls')
  const model = await startModel([[call('counter', 'count', { by: 2 })], [say('Counted as you wished.')]])
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['counter'])
  await sendMessage(window, 'Count two')

  const dialog = callDialog(window, 'counter', 'count')
  const yes = dialog.getByRole('button', { name: 'Allow once', exact: true })
  const before = await yes.boundingBox()
  await dialog.getByRole('button', { name: 'Edit arguments', exact: true }).click()
  await expect(dialog.getByLabel(/^by/)).toBeVisible()
  // The yes is where it was: a press that was on its way meets it.
  expect((await yes.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  const by = dialog.getByLabel(/^by/)
  await expect(by).toHaveValue('2')
  await by.fill('700')
  await dialog.getByRole('button', { name: 'Allow once', exact: true }).click()
  await expect(dialog).toContainText('100')
  await expect(dialog).toBeVisible()
  expect(readCalls(record)).toEqual([])

  await by.fill('7')
  await dialog.getByRole('button', { name: 'Allow once', exact: true }).click()
  await expect(answers(window).last()).toContainText('Counted as you wished.')
  await expect(toolCard(window, 'counter', 'count')).toContainText('done')
  await expect(toolCard(window, 'counter', 'count')).toContainText(/edited/i)
  expect(readCalls(record)).toEqual([{ name: 'count', arguments: { by: 7 } }])
})

test('SEC-02: a field that would be lost on the way is refused, and nothing is sent without it', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('calls')
  const model = await startModel([[call('notes', 'add_note', { note: 'milk' })], [say('Noted.')]])
  workspace.writeSettings({
    mcpServers: { notes: fixture('turncoat', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['notes'])
  await sendMessage(window, 'Note milk')
  const dialog = callDialog(window, 'notes', 'add_note')
  await dialog.getByRole('button', { name: 'Edit arguments', exact: true }).click()
  await dialog.getByRole('tab', { name: 'JSON' }).click()
  const text = dialog.getByRole('textbox', { name: 'Arguments as JSON' })
  await text.fill('{"note":"milk","__proto__":{"note":"tea"}}')
  await dialog.getByRole('button', { name: 'Allow once', exact: true }).click()
  await expect(dialog).toContainText("A field can't be named __proto__, because Parley would lose it.")
  expect(readCalls(record)).toEqual([])

  const odd = { note: 'milk', constructor: { prototype: [1] }, toString: null, '': 'no name' }
  await text.fill(JSON.stringify(odd))
  await dialog.getByRole('button', { name: 'Allow once', exact: true }).click()
  await expect(answers(window).last()).toContainText('Noted.')
  expect(readCalls(record)).toEqual([{ name: 'add_note', arguments: odd }])
})

test('TOOL-05: a model that writes such a field is told so, and the person is not asked', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('calls')
  const hidden = JSON.parse('{"note":"milk","__proto__":{"note":"tea"}}') as object
  const model = await startModel([[call('notes', 'add_note', hidden)], [say('I leave it.')]])
  workspace.writeSettings({
    mcpServers: { notes: fixture('turncoat', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['notes'])
  await sendMessage(window, 'Note milk')
  await expect(answers(window).last()).toContainText('I leave it.')
  await expect(toolCard(window, 'notes', 'add_note')).toContainText('failed')
  expect(toolResults(model.requests()[1])[0]?.text).toContain("/__proto__: A field can't have this name")
  expect(readCalls(record)).toEqual([])
})

test('a value of a thousand lines scrolls in its place: what can be answered and limited stays near', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('calls')
  const note = Array.from({ length: 1_000 }, (_, index) => `Line ${index} of the note.`).join('\n')
  const model = await startModel([[call('notes', 'keep', { note, place: 'shelf' })], [say('Kept.')]])
  const stub = JSON.stringify({ name: 'notes', tools: [{ name: 'keep', text: 'Kept.' }] })
  workspace.writeSettings({
    mcpServers: { notes: fixture('stub', `--stub=${stub}`, `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await window.setViewportSize({ width: 1280, height: 800 })
  await trustAll(window, ['notes'])
  await sendMessage(window, 'Keep it')
  const question = callDialog(window, 'notes', 'keep')
  const value = question.getByRole('definition').filter({ hasText: 'Line 999' })
  await expect(value).toBeVisible()
  const height = async (part: typeof value) => (await part.boundingBox())?.height ?? 0
  expect(await height(value)).toBeLessThan(400)
  expect(await question.evaluate((element) => element.scrollHeight)).toBeLessThan(2_000)
  await value.hover()
  await window.mouse.wheel(0, 100_000)
  await expect.poll(() => value.evaluate(scrolledIn)).toBeGreaterThan(10_000)
  await expect(question.getByRole('definition').filter({ hasText: 'shelf' })).toBeVisible()
  await question.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(answers(window).last()).toContainText('Kept.')
  expect(readCalls(record)).toEqual([])
})

/** How far the part of an element that scrolls is scrolled. */
const scrolledIn = (element: Element): number =>
  Math.max(...[element, ...element.querySelectorAll('*')].map(({ scrollTop }) => scrollTop))
