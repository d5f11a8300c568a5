/**
 * A result that is too long to send at once: the model reads more, the user opens all of it. And a drawing in the
 * answer.
 */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answerCall, answers, openedCard, sendMessage, toolCard, trustAll } from './window'

/** Each place in it differs from the others. */
const log = Array.from({ length: 6_000 }, (_, line) => `entry ${String(line).padStart(5, '0')} is fine`).join(
  '\n'
)
const drawing =
  '<svg width="120" height="60"><script>document.title = "taken"</script><rect width="120" height="60" fill="teal"/></svg>'

test('adds a button for the rest of a fitting result when the window becomes too narrow for it', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[call('lab', 'read_note', {})], [say('It is long.')]])
  const tools = [{ name: 'read_note', description: 'Reads a note.', text: `${'a few words '.repeat(55)}end` }]
  workspace.writeSettings({
    mcpServers: { lab: fixture('stub', `--stub=${JSON.stringify({ name: 'lab', tools })}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['lab'])
  await sendMessage(window, 'What does the note say?')
  await answerCall(window, { server: 'lab', tool: 'read_note', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('It is long.')
  const card = await openedCard(window, 'lab', 'read_note')
  const rest = card.getByRole('button', { name: /^Show .+ of text$/ })
  await expect(card).toContainText('a few words end')
  await expect(rest).toHaveCount(0)
  await window.setViewportSize({ width: 640, height: 600 })
  await expect(rest).toBeVisible()
  await rest.click()
  await expect(card.getByRole('button', { name: 'Show less' })).toBeVisible()
  await card.getByRole('button', { name: 'Show less' }).click()
  await expect(rest).toBeVisible()
})

test('lets a model read more of a long result, opens all of it, and enlarges and copies a drawing', async ({
  start,
  startModel,
  workspace
}) => {
  const ids = (): string => {
    const sent = JSON.stringify(model.requests().at(-1)?.messages ?? [])
    return /result \\\\?"([\w-]+)\\\\?", from/.exec(sent)?.[1] ?? ''
  }
  let step = 0
  const replies = [
    () => [call('lab', 'read_log', {})],
    () => [call('Parley', 'read_result', { result: ids(), from: 110_000 })],
    () => [say(`All is fine.\n\n\`\`\`svg\n${drawing}\n\`\`\``)]
  ]
  const model = await startModel(() => replies[step++]?.())
  const tools = [{ name: 'read_log', description: 'Reads the log.', text: log }]
  workspace.writeSettings({
    mcpServers: { lab: fixture('stub', `--stub=${JSON.stringify({ name: 'lab', tools })}`) },
    ...model.settings
  })
  const { app, window } = await start()
  await trustAll(window, ['lab'])
  await sendMessage(window, 'Is the log fine?')
  await answerCall(window, { server: 'lab', tool: 'read_log', answer: 'Allow once' })
  const answer = answers(window).last()
  await expect(answer).toContainText('All is fine.')
  await expect(toolCard(window, 'Parley', 'read_result')).toContainText('done')

  const [, second, third] = model.requests().map(({ messages }) => JSON.stringify(messages))
  expect(second).toContain('entry 00001')
  expect(second).not.toContain('entry 05500')
  expect(third).toContain('entry 05500')

  const card = await openedCard(window, 'lab', 'read_log')
  await card.getByRole('button', { name: 'Open the full result' }).click()
  const whole = window.getByRole('dialog', { name: 'Result of read_log' })
  await whole.getByRole('button', { name: /^Show more/ }).click()
  await expect(whole.getByText('entry 05999 is fine')).toBeAttached()
  await window.screenshot({ path: test.info().outputPath('whole.png') })
  const file = workspace.file('whole.txt')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await whole.getByRole('button', { name: 'Save as…' }).click()
  await expect.poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8')).toBe(log)
  await window.keyboard.press('Escape')

  await answer.getByRole('button', { name: 'Enlarge: Drawing' }).click()
  const viewer = window.getByRole('dialog', { name: 'Drawing' })
  await expect(viewer.getByRole('status')).toHaveText('Fits')
  await window.keyboard.press('+')
  await expect(viewer.getByRole('status')).toHaveText('125%')
  await app.evaluate(({ clipboard }) => clipboard.clear())
  await viewer.getByRole('button', { name: 'Copy image' }).click()
  await expect.poll(() => app.evaluate(async ({ clipboard }) => await clipboard.has('image/png'))).toBe(true)
  await window.screenshot({ path: test.info().outputPath('enlarged.png') })
  await window.keyboard.press('Escape')
  await window.screenshot({ path: test.info().outputPath('drawn.png') })
  expect(await window.title()).not.toBe('taken')
})
