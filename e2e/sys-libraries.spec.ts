/** Servers written with the official libraries of the protocol, of every generation that is at hand. */
import { everything, fixture, notes, serverFile } from './fixtures/entries'
import { everythingOverHttp, fixtureOverHttp, pythonLibraryOverHttp } from './fixtures/http-servers'
import { canRun } from './fixtures/other-languages'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  closeDialog,
  expectConnected,
  offeredResource,
  openAttach,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('SYS-34 ECO-03: servers of three generations of the TypeScript library answer, over stdio and over HTTP', async ({
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

test('SYS-34 ECO-03: servers of the Python library answer, over stdio and over HTTP', async ({
  start,
  startModel,
  workspace
}) => {
  test.skip(!canRun('python3', '-c', 'import mcp.server'), 'no Python with the package mcp is here')
  await using remote = await pythonLibraryOverHttp()
  const model = await startModel([
    [call('local', 'measure', { length: 90 })],
    [call('remote', 'measure', { length: 2, unit: 'm' })],
    [say('Two snakes.')]
  ])
  const local = { command: 'python3', args: [serverFile('python-library.py'), 'stdio'] }
  workspace.writeSettings({ mcpServers: { local, remote: { url: remote.url } }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['local', 'remote'])
  await expectConnected(window, 2)
  await sendMessage(window, 'How long are they?')
  await answerCall(window, { server: 'local', tool: 'measure', answer: 'Allow once' })
  await expect(toolCard(window, 'local', 'measure')).toContainText('The snake is 90 cm long.')
  await answerCall(window, { server: 'remote', tool: 'measure', answer: 'Allow once' })
  await expect(toolCard(window, 'remote', 'measure')).toContainText('The snake is 2 m long.')
  await expect(answers(window).last()).toContainText('Two snakes.')
  const attach = await openAttach(window)
  for (const server of ['local', 'remote'])
    await expect(offeredResource(attach, server, /snakes/)).toBeVisible()
  await closeDialog(attach)
})
