/** What is wrong is named with its cause and a way on, and nothing else suffers. */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { call, drop, say, startModel, toolResults, type Model } from './fixtures/model'
import { expect, shareParley, test } from './test'
import {
  answerCall,
  answers,
  closeDialog,
  expectConnected,
  messageBox,
  openServers,
  sendMessage,
  serverItem,
  trustEach
} from './window'

test('CONF-05: no settings: a commented file is written', async ({ start, workspace }) => {
  const { window } = await start()
  await expect(window.getByRole('heading', { name: /welcome/i })).toBeVisible()
  expect(workspace.readSettings()).toMatch(/^\s*\/\//mu)
  expect(workspace.readSettings()).toContain('"$schema"')
})

test('settings that cannot be read: named, and the app works', async ({ start, workspace }) => {
  fs.mkdirSync(workspace.settingsFile, { recursive: true })
  const { window } = await start()
  await expect(window.getByRole('alert').filter({ hasText: 'settings.json' }).first()).toBeVisible()
  await expect(messageBox(window)).toBeEditable()
  expect(fs.statSync(workspace.settingsFile).isDirectory()).toBe(true)
})

test('settings broken from the start: the place is named, the file is left alone', async ({
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

// One app with everything that goes wrong at once: what one server does must not reach the others, and half
// a minute for the handshake of a silent one passes while the rest is looked at.
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

  test('servers that do not start name the cause, and the good one works', async () => {
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

  test('a tool whose schema is no schema is marked, the rest works', async () => {
    const { window } = parley()
    const servers = await openServers(window)
    const item = serverItem(servers, 'mixed')
    await expect(item).toContainText('2 tools, 1 unusable')
    await item.getByRole('button', { name: 'Inspect', exact: true }).click()
    await item.getByText('schema-is-text', { exact: true }).click()
    await expect(item.getByText(/schema.*object/i).first()).toBeVisible()
    await closeDialog(servers)

    await sendMessage(window, 'Greet Ada')
    await answerCall(window, { server: 'mixed', tool: 'good-tool', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('Greeted.')
    expect(model.requests()[0]?.tools).toHaveLength(2)
    expect(toolResults(model.requests()[1])).toMatchObject([
      { isError: false, text: 'Hello Ada, from beside the broken ones' }
    ])
  })

  test('a stream that breaks off keeps its text and offers Retry', async () => {
    const { window } = parley()
    await sendMessage(window, 'Ask')
    await expect(window.getByRole('alert').filter({ hasText: 'was lost during the answer' })).toBeVisible()
    await expect(answers(window).last()).toContainText('The first half of the ans')
    await window.getByRole('button', { name: 'Retry', exact: true }).click()
    await expect(answers(window).last()).toContainText('The whole answer.')
    await expect(window.getByText('The first half of the ans')).toHaveCount(0)
  })

  test('the silent server is given up, and says so', async () => {
    const { window } = parley()
    const servers = await openServers(window)
    // The limit of a handshake is half a minute, and nobody may shorten it.
    await expect(serverItem(servers, 'silent')).toContainText('failed')
    await expect(serverItem(servers, 'silent')).toContainText(/answer/)
    await closeDialog(servers)
    await expectConnected(window, 1)
  })
})
