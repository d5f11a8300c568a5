/** Servers of every revision of the protocol, side by side. */
import { everything, fixture, notes } from './fixtures/entries'
import { fixtureOverHttp } from './fixtures/http-servers'
import { startMarch } from './fixtures/march-server'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  backToChat,
  inspect,
  openServers,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'

test('LIFE-06 ARCH-01 CONF-07 SDK-12 SYS-22 SYS-68 ECO-03: runs five revisions side by side in one window, and one conversation uses a tool of each', async ({
  start,
  startModel,
  workspace
}) => {
  await using march = await startMarch()
  await using modern = await fixtureOverHttp('mcp-modern')
  const servers = {
    november: { entry: notes(), revision: '2024-11-05' },
    march: { entry: { url: march.url }, revision: '2025-03-26' },
    june: { entry: fixture('walk-through'), revision: '2025-06-18' },
    everything: { entry: everything(), revision: '2025-11-25' },
    july: { entry: { url: modern.url }, revision: '2026-07-28' }
  }
  const steps = [
    {
      server: 'november',
      tool: 'create_note',
      input: { title: 'Tea', content: 'Buy' },
      answer: 'Created note 3'
    },
    { server: 'march', tool: 'wipe', input: {}, answer: 'Wiped' },
    { server: 'june', tool: 'weather_current', input: { location: 'Oslo' }, answer: 'weather in Oslo: 20°C' },
    { server: 'everything', tool: 'echo', input: { message: 'tea' }, answer: 'Echo: tea' },
    { server: 'july', tool: 'greet', input: { name: 'Ada' }, answer: 'Hello Ada' }
  ]
  const model = await startModel([
    ...steps.map(({ server, tool, input }) => [call(server, tool, input)]),
    [say('All five revisions answered.')]
  ])
  const entries = Object.entries(servers).map(([name, { entry }]) => [name, entry])
  workspace.writeSettings({ mcpServers: Object.fromEntries(entries), ...model.settings })
  const { window } = await start()
  await trustAll(window, Object.keys(servers))

  for (const [name, { revision }] of Object.entries(servers)) {
    const dialog = await openServers(window)
    await expect(serverItem(dialog, name)).toContainText('connected')
    const page = await inspect(dialog, name)
    await expect(page.getByRole('region', { name: `About ${name}` })).toContainText(revision)
    await backToChat(window)
  }

  await sendMessage(window, 'Use one tool of each')
  for (const { server, tool } of steps) await answerCall(window, { server, tool, answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('All five revisions answered.')
  for (const { server, tool, answer } of steps)
    await expect(toolCard(window, server, tool)).toContainText(answer)
})
