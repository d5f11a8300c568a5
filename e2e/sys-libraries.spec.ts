/** Servers written with the official libraries of the protocol, of every available generation. */
import { serveOverHttp } from '../app/testing/library-servers/library-servers'
import type { ProgrammingLanguage } from '../app/testing/library-servers/library-servers'
import { inputDialog } from './server-questions'
import { everything, fixture, notes } from './fixtures/entries'
import { everythingOverHttp, fixtureOverHttp } from './fixtures/http-servers'
import { needServer, overStdio } from './fixtures/library-servers'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test, type Fixtures } from './test'
import {
  answerCall,
  answers,
  closeDialog,
  expectConnected,
  offeredResource,
  openAttach,
  pressIn,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('SYS-34 ECO-03: calls servers of three generations of the TypeScript library over stdio and over HTTP', async ({
  start,
  startModel,
  workspace
}) => {
  await using first = await everythingOverHttp()
  await using second = await fixtureOverHttp('mcp-modern')
  const servers = {
    beginning: {
      entry: notes(),
      tool: 'create_note',
      input: { title: 'Tea', content: 'Buy' },
      said: 'note 3'
    },
    first: { entry: everything(), tool: 'echo', input: { message: 'tea' }, said: 'Echo: tea' },
    'first-http': { entry: { url: first.url }, tool: 'echo', input: { message: 'net' }, said: 'Echo: net' },
    second: { entry: fixture('mcp-modern'), tool: 'greet', input: { name: 'Ada' }, said: 'Hello Ada' },
    'second-http': { entry: { url: second.url }, tool: 'greet', input: { name: 'Ben' }, said: 'Hello Ben' }
  }
  const steps = Object.entries(servers)
  const model = await startModel([
    ...steps.map(([name, { tool, input }]) => [call(name, tool, input)]),
    [say('All of them answered.')]
  ])
  const mcpServers = Object.fromEntries(steps.map(([name, { entry }]) => [name, entry]))
  workspace.writeSettings({ mcpServers, ...model.settings })
  const { window } = await start()
  await trustAll(window, Object.keys(servers))
  await sendMessage(window, 'Ask each of them')
  for (const [server, { tool, said }] of steps) {
    await answerCall(window, { server, tool, answer: 'Allow once' })
    await expect(toolCard(window, server, tool)).toContainText(said)
  }
  await expect(answers(window).last()).toContainText('All of them answered.')
})

/** The same over both transports: a call, and over HTTP a form. Its resources are offered. */
async function askBoth({ start, startModel, workspace }: Fixtures, language: ProgrammingLanguage) {
  const server = await needServer(language)
  await using remote = await serveOverHttp(server)
  const model = await startModel([
    [call('local', 'measure', { length: 90 })],
    [call('remote', 'ask', {})],
    [say('Two snakes.')]
  ])
  const mcpServers = { local: overStdio(server, 'stdio'), remote: { url: remote.url } }
  workspace.writeSettings({ mcpServers, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['local', 'remote'])
  await expectConnected(window, 2)
  await sendMessage(window, 'How long are they?')
  await answerCall(window, { server: 'local', tool: 'measure', answer: 'Allow once' })
  await expect(toolCard(window, 'local', 'measure')).toContainText('The snake is 90 cm long.')
  await answerCall(window, { server: 'remote', tool: 'ask', answer: 'Allow once' })
  const form = inputDialog(window, 'remote')
  await expect(form).toContainText('Which snake?')
  await form.getByRole('textbox', { name: /^name$/i }).fill('Kaa')
  await pressIn(form, 'Submit')
  await expect(toolCard(window, 'remote', 'ask')).toContainText('Kaa')
  await expect(answers(window).last()).toContainText('Two snakes.')
  const attach = await openAttach(window)
  for (const name of ['local', 'remote']) await expect(offeredResource(attach, name, /snakes/)).toBeVisible()
  await closeDialog(attach)
}

test('SYS-34 ECO-03: calls servers of the Python library over stdio and over HTTP', async ({
  start,
  startModel,
  workspace
}) => {
  await askBoth({ start, startModel, workspace }, 'python')
})

test('SYS-34 ECO-03: calls servers of the Java library over stdio and over HTTP', async ({
  start,
  startModel,
  workspace
}) => {
  await askBoth({ start, startModel, workspace }, 'java')
})

test('SYS-34 ECO-03: calls servers of the Go library over stdio and over HTTP', async ({
  start,
  startModel,
  workspace
}) => {
  await askBoth({ start, startModel, workspace }, 'go')
})

test('SYS-34 ECO-03: calls servers of the Rust library over stdio and over HTTP', async ({
  start,
  startModel,
  workspace
}) => {
  await askBoth({ start, startModel, workspace }, 'rust')
})
