/**
 * Views that exist only after an action: axe finds nothing in them in either theme. The others: every-view.spec.ts.
 */
import fs from 'node:fs'
import { expectAccessible } from './accessible'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  closeDialog,
  dropFiles,
  openedCard,
  openServers,
  pressIn,
  sendMessage,
  serverItem,
  toolCard,
  trustEach
} from './window'

const log = Array.from({ length: 6_000 }, (_, line) => `entry ${line} is fine`).join('\n')
const drawing = '<svg width="120" height="60"><rect width="120" height="60" fill="teal"/></svg>'
const code = `const text = await tools.lab__read_log({})
try {
  await tools.lab__send({})
} catch (error) {
  console.log(error.name)
}
return text.length`

test('shows dropped folders, a script, a whole result, a picture, a failing server and the quick window', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [say(`Look.\n\n\`\`\`svg\n${drawing}\n\`\`\``), call('lab', 'read_log', {})],
    [call('Parley', 'ask_for_scripts', { reason: 'There are many entries.' })],
    [call('Parley', 'run_script', { code })],
    [say('All is fine.')]
  ])
  const tools = [
    { name: 'read_log', description: 'Reads the log.', text: log },
    { name: 'send', text: 'Sent.' },
    ...Array.from({ length: 18 }, (_, index) => ({ name: `sort_${index}`, text: 'Sorted.' }))
  ]
  workspace.writeSettings({
    mcpServers: {
      lab: fixture('stub', `--stub=${JSON.stringify({ name: 'lab', tools })}`),
      gone: fixture('exits-at-once')
    },
    ...model.settings
  })
  const { app, window } = await start()
  await trustEach(window, ['lab', 'gone'])

  const garden = workspace.file('garden')
  fs.mkdirSync(garden)
  await dropFiles(window, [garden])
  const folders = window.getByRole('dialog', { name: 'Share this folder with servers?' })
  await expect(folders).toBeVisible()
  await expectAccessible(window)
  await folders.getByRole('button', { name: 'Cancel' }).click()
  await expect(folders).toBeHidden()

  await sendMessage(window, 'Is the log fine?')
  await answerCall(window, { server: 'lab', tool: 'read_log', answer: 'Allow once' })
  const wish = window.getByRole('dialog', { name: /^Let .* write scripts\?$/ })
  await expect(wish).toBeVisible()
  await expectAccessible(window)
  await pressIn(wish, 'Allow scripts')
  await answerCall(window, { server: 'lab', tool: 'read_log', answer: 'Allow once' })
  await expect(callDialog(window, 'lab', 'send')).toBeVisible()
  await expectAccessible(window)
  await pressIn(callDialog(window, 'lab', 'send'), 'Deny')
  await expect(answers(window).last()).toContainText('All is fine.')
  const script = await openedCard(window, 'Parley', 'run_script')
  await expect(script).toContainText('2 calls of the script')
  await expectAccessible(window, 'main')

  const card = await openedCard(window, 'lab', 'read_log')
  await card.getByRole('button', { name: 'Open the full result' }).click()
  const whole = window.getByRole('dialog', { name: 'Result of read_log' })
  await expect(whole).toContainText('entry 0 is fine')
  await expectAccessible(window)
  await closeDialog(whole)
  await answers(window).last().getByRole('button', { name: 'Enlarge: Drawing' }).click()
  const viewer = window.getByRole('dialog', { name: 'Drawing' })
  await expect(viewer.getByRole('status')).toHaveText('Fits')
  await expectAccessible(window)
  await closeDialog(viewer)

  const servers = await openServers(window)
  await serverItem(servers, 'gone').getByRole('button', { name: 'Troubleshoot' }).click()
  const panel = serverItem(servers, 'gone').getByRole('region', { name: 'Troubleshooting gone' })
  await panel.getByText('Run it manually').click()
  await expect(panel).toContainText('The entry in the settings file is valid.')
  await expectAccessible(window)
  await window.screenshot({ path: test.info().outputPath('by-hand.png') })
  await closeDialog(servers)

  const opened = app.waitForEvent('window')
  await window.keyboard.press('Control+K')
  await window.getByRole('combobox', { name: 'Search commands' }).fill('Quick window')
  await expect(window.getByRole('option').first()).toContainText('Quick window')
  await window.keyboard.press('Enter')
  const quick = await opened
  await expect(quick.getByRole('button', { name: 'Open in Parley' })).toBeVisible()
  await expectAccessible(quick)
  await expect(toolCard(quick, 'lab', 'read_log')).toHaveCount(0)
})
