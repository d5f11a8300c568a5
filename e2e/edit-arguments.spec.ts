/** The user may change a tool's arguments before allowing the call. The schema still applies. */
import { fixture, readCalls } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answers, callDialog, sendMessage, toolCard, trustAll } from './window'

test("rejects arguments that don't match the schema, and sends those that do", async ({
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
  // The button is where it was, so a press that was on its way hits it.
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

test('SEC-02: rejects a field that would be lost on the way, and sends nothing without it', async ({
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

test("TOOL-05: reports such a field to the model that writes it, and doesn't ask the user", async ({
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

test('scrolls a value of a thousand lines in its place, and keeps the buttons and limits near', async ({
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

/** How far the scrolling part of an element is scrolled. */
const scrolledIn = (element: Element): number =>
  Math.max(...[element, ...element.querySelectorAll('*')].map(({ scrollTop }) => scrollTop))
