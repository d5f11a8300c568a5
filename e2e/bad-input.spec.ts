/** Each error names its cause and what to do, and nothing else is affected. */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { call, drop, say, startModel, toolResults, type Model } from './fixtures/model'
import { expect, shareParley, test } from './test'
import {
  answerCall,
  answers,
  backToChat,
  closeDialog,
  expectConnected,
  inspect,
  messageBox,
  openServers,
  sendMessage,
  serverItem,
  trustEach
} from './window'

test('CONF-05: writes a commented file when there are no settings', async ({ start, workspace }) => {
  const { window } = await start()
  await expect(window.getByRole('heading', { name: /welcome/i })).toBeVisible()
  expect(workspace.readSettings()).toMatch(/^\s*\/\//mu)
  expect(workspace.readSettings()).toContain('"$schema"')
})

test("names settings that can't be read, and keeps working", async ({ start, workspace }) => {
  fs.mkdirSync(workspace.settingsFile, { recursive: true })
  const { window } = await start()
  await expect(window.getByRole('alert').filter({ hasText: 'settings.json' }).first()).toBeVisible()
  await expect(messageBox(window)).toBeEditable()
  expect(fs.statSync(workspace.settingsFile).isDirectory()).toBe(true)
})

test('names the place of broken settings at the start, and leaves the file alone', async ({
  start,
  workspace
}) => {
  const broken = '{\n  "mcpServers": {\n    "notes": { "command": "node", \n  }\n'
  workspace.writeSettings(broken)
  const { window } = await start()
  await expect(
    window
      .getByRole('alert')
      .filter({ hasText: /line \d/ })
      .first()
  ).toBeVisible()
  await expect(messageBox(window)).toBeEditable()
  expect(workspace.readSettings()).toBe(broken)
})

// One app with all faults at once: one server must not affect the others, and the 30 s handshake limit of a silent one
// passes meanwhile.
test.describe('beside a server that never answers', () => {
  let model: Model

  const parley = shareParley(
    async () => {
      model = await startModel([
        [call('mixed', 'good-tool', { who: 'Ada' })],
        [say('Greeted.')],
        [say('The first half of the ans'), drop()],
        [say('The whole answer.')]
      ])
      return {
        mcpServers: {
          silent: fixture('never-answers'),
          missing: { command: 'no-such-command-anywhere', args: ['--stdio'] },
          exits: fixture('exits-at-once'),
          mixed: fixture('broken-schema')
        },
        ...model.settings
      }
    },
    { isStory: true }
  )

  test.afterAll(() => model.close())

  test("names why servers don't start, and runs the good one", async () => {
    const { window } = parley()
    await trustEach(window, ['silent', 'exits', 'mixed'])
    await expectConnected(window, 1)
    const servers = await openServers(window)
    await expect(serverItem(servers, 'missing')).toContainText('failed')
    await expect(serverItem(servers, 'missing')).toContainText('no-such-command-anywhere')
    await expect(serverItem(servers, 'missing')).toContainText('/usr/bin')
    await expect(serverItem(servers, 'exits')).toContainText('failed')
    await expect(serverItem(servers, 'exits')).toContainText('NOTES_TOKEN is not set')
    await expect(serverItem(servers, 'silent')).toContainText('starting')
    await closeDialog(servers)
  })

  test('marks a tool whose schema is invalid, and keeps the others usable', async () => {
    const { window } = parley()
    const servers = await openServers(window)
    const item = serverItem(servers, 'mixed')
    await expect(item).toContainText('2 tools, 1 unusable')
    const page = await inspect(servers, 'mixed', 'Tools')
    await page.getByText('schema-is-text', { exact: true }).click()
    await expect(page.getByText(/schema.*object/i).first()).toBeVisible()
    await backToChat(window)

    await sendMessage(window, 'Greet Ada')
    await answerCall(window, { server: 'mixed', tool: 'good-tool', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('Greeted.')
    expect(model.requests()[0]?.tools).toHaveLength(2)
    expect(toolResults(model.requests()[1])).toMatchObject([
      { isError: false, text: 'Hello Ada, from beside the broken ones' }
    ])
  })

  test('keeps the text of a stream that breaks off, and offers Retry', async () => {
    const { window } = parley()
    await sendMessage(window, 'Ask')
    await expect(window.getByRole('alert').filter({ hasText: 'was lost during the answer' })).toBeVisible()
    await expect(answers(window).last()).toContainText('The first half of the ans')
    await window.getByRole('button', { name: 'Retry', exact: true }).click()
    await expect(answers(window).last()).toContainText('The whole answer.')
    await expect(window.getByText('The first half of the ans')).toHaveCount(0)
  })

  test('gives up the silent server, and says so', async () => {
    const { window } = parley()
    const servers = await openServers(window)
    // The handshake limit is 30 s and has no setting.
    await expect(serverItem(servers, 'silent')).toContainText('failed')
    await expect(serverItem(servers, 'silent')).toContainText(/answer/)
    await closeDialog(servers)
    await expectConnected(window, 1)
  })
})
