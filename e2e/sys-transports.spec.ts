/** The transports of servers: each as its specification describes it, detected without the user choosing. */
import { fixture, readRecord, type RecordLine } from './fixtures/entries'
import { fixtureOverHttp } from './fixtures/http-servers'
import { call, say } from './fixtures/model'
import { startSse } from './fixtures/sse-server'
import { startStreamable, type EventStream, type Reply, type Tool } from './fixtures/streamable-server'
import { expect, sharedTest, test } from './test'
import {
  addServer,
  answerCall,
  answers,
  closeDialog,
  expectConnected,
  inspect,
  offeredResource,
  openAttach,
  openServers,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'

const text = (words: string) => ({ content: [{ type: 'text', text: words }] })

test('SYS-06 STDIO-05 STDIO-06 STDIO-07: ignores a stray line on stdio, logs stderr, and ends a server in three steps', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('record')
  const model = await startModel([[call('stubborn', 'grumble', {})], [say('It grumbles.')]])
  workspace.writeSettings({
    mcpServers: { stubborn: fixture('stubborn', `--record=${record}`) },
    ...model.settings
  })
  const parley = await start()
  const { window } = parley
  await trustAll(window, ['stubborn'])
  await sendMessage(window, 'Say something')
  await answerCall(window, { server: 'stubborn', tool: 'grumble', answer: 'Allow once' })
  await expect(toolCard(window, 'stubborn', 'grumble')).toContainText('Still here')

  const servers = await openServers(window)
  const item = serverItem(servers, 'stubborn')
  await item.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(item.getByRole('log')).toContainText('I am going nowhere.')
  await expect(item.getByRole('log')).toContainText('Welcome to the stubborn server!')
  await item.getByRole('button', { name: 'Restart', exact: true }).click()
  await expect.poll(() => asked(record)).toEqual(['started', 'stdin closed', 'SIGTERM', 'started'])
  await expect(item).toContainText('connected')
  await closeDialog(servers)

  await parley.quit()
  const [first, second] = new Set(readRecord(record).map(({ pid }) => pid))
  expect(asked(record, first)).toEqual(['started', 'stdin closed', 'SIGTERM'])
  expect(asked(record, second)).toEqual(['started', 'stdin closed', 'SIGTERM'])
})

function asked(record: string, pid?: number): string[] {
  const ofInterest = ({ event }: RecordLine) => event !== 'received'
  return readRecord(record)
    .filter((line) => ofInterest(line) && (pid === undefined || line.pid === pid))
    .map(({ event }) => event)
}

/** A call whose stream is cut after an event with an id. The result waits for a client that resumes with that id. */
function cutCall() {
  let waiting: object | undefined
  const tool: Tool = {
    call: (reply: Reply) => {
      waiting = reply.result(text('Resumed and complete'))
      const stream = reply.stream()
      stream.send(
        { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'cut' } },
        'cut-1'
      )
      stream.end()
    }
  }
  const resume = (stream: EventStream, lastEventId: unknown) => {
    if (lastEventId !== 'cut-1' || !waiting) return
    stream.send(waiting, 'cut-2')
    stream.end()
  }
  return { tool, resume }
}

sharedTest(
  'SYS-07 HTTP-03 HTTP-12 HTTP-14 HTTP-16 HTTP-20 HTTP-21 HTTP-22 HTTP-23: handles Streamable HTTP with a session: both kinds of answer, a cut stream, an orderly end',
  async ({ start, startModel, workspace }) => {
    const cut = cutCall()
    await using server = await startStreamable({
      name: 'stateful',
      revision: '2025-06-18',
      hasSessions: true,
      onListen: (stream, headers) => cut.resume(stream, headers['last-event-id']),
      tools: {
        plain: { call: () => text('As JSON') },
        streamed: {
          call: (reply) => {
            const stream = reply.stream()
            stream.send(reply.result(text('As a stream')))
            stream.end()
          }
        },
        cut: cut.tool
      }
    })
    const model = await startModel([
      [call('remote', 'plain', {}), call('remote', 'streamed', {}), call('remote', 'cut', {})],
      [say('All three.')]
    ])
    workspace.writeSettings({ mcpServers: { remote: { url: server.url } }, ...model.settings })
    const { window } = await start()
    await trustAll(window, ['remote'])
    await sendMessage(window, 'Call all')
    for (const tool of ['plain', 'streamed', 'cut'])
      await answerCall(window, { server: 'remote', tool, answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('All three.')
    await expect(toolCard(window, 'remote', 'plain')).toContainText('As JSON')
    await expect(toolCard(window, 'remote', 'streamed')).toContainText('As a stream')
    await expect(toolCard(window, 'remote', 'cut')).toContainText('Resumed and complete')
    expect(server.received('tools/call')).toHaveLength(3)

    const servers = await openServers(window)
    await serverItem(servers, 'remote').getByRole('button', { name: 'Remove', exact: true }).click()
    const question = window.getByRole('dialog', { name: 'Remove server remote?', exact: true })
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(serverItem(servers, 'remote')).toHaveCount(0)
    await expect.poll(() => server.exchanges.at(-1)?.verb).toBe('DELETE')
    await expect(window.getByRole('alert')).toHaveCount(0)

    const [initialize] = server.received('initialize')
    const later = server.exchanges.slice(
      server.exchanges.findIndex((exchange) => exchange === initialize) + 1
    )
    for (const { headers } of later) {
      expect(headers['mcp-session-id']).toBe(server.sessions()[0])
      expect(headers['mcp-protocol-version']).toBe('2025-06-18')
    }
  }
)

sharedTest(
  'SYS-07 HTTP-18: opens a new session when the server forgot it, and answers the call',
  async ({ start, startModel, workspace }) => {
    await using server = await startStreamable({
      name: 'forgetful',
      revision: '2025-11-25',
      hasSessions: true,
      tools: { remember: { call: () => text('What was it?') } }
    })
    const model = await startModel([[call('remote', 'remember', {})], [say('It forgot.')]])
    workspace.writeSettings({ mcpServers: { remote: { url: server.url } }, ...model.settings })
    const { window } = await start()
    await trustAll(window, ['remote'])
    server.forgetSessions()
    await sendMessage(window, 'Ask it')
    await answerCall(window, { server: 'remote', tool: 'remember', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('It forgot.')
    await expect(toolCard(window, 'remote', 'remember')).toContainText('What was it?')
    expect(server.received('initialize')).toHaveLength(2)
    expect(server.received('initialize')[1]?.headers).not.toHaveProperty('mcp-session-id')
    expect(server.received('tools/call').at(-1)?.headers['mcp-session-id']).toBe(server.sessions()[0])
    await expectConnected(window, 1)
  }
)

sharedTest(
  'SYS-08 HTTP-09 HTTP-17 HTTP-29 RES-17: runs tools over Streamable HTTP without a session, and reads lists when they are needed',
  async ({ start, startModel, workspace }) => {
    const tools: Record<string, Tool> = { add: { call: () => text('3') } }
    const resources = [{ uri: 'memo://one', name: 'First memo' }]
    await using server = await startStreamable({
      name: 'stateless',
      revision: '2025-03-26',
      capabilities: { tools: {}, resources: {} },
      on: {
        'resources/list': () => ({ resources }),
        'resources/templates/list': () => ({ resourceTemplates: [] })
      },
      tools
    })
    const model = await startModel([[call('remote', 'add', {})], [say('Three.')]])
    workspace.writeSettings({ mcpServers: { remote: { url: server.url } }, ...model.settings })
    const { window } = await start()
    await trustAll(window, ['remote'])
    await sendMessage(window, 'Add')
    await answerCall(window, { server: 'remote', tool: 'add', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('Three.')

    for (const name of ['First memo', 'Second memo']) {
      const picker = await openAttach(window)
      await expect(offeredResource(picker, 'remote', name)).toBeVisible()
      await closeDialog(picker)
      resources[1] = { uri: 'memo://two', name: 'Second memo' }
    }
    tools.subtract = { call: () => text('1') }
    const servers = await openServers(window)
    await expect(serverItem(servers, 'remote')).toContainText('1 tool')
    const page = await inspect(servers, 'remote', 'Tools')
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page).toContainText('2 tools')
    for (const { headers } of server.exchanges) expect(headers).not.toHaveProperty('mcp-session-id')
    expect(server.exchanges.every(({ verb }) => verb !== 'DELETE')).toBe(true)
  }
)

for (const messages of ['/messages', '/mcp/message'])
  sharedTest(
    `SYS-09 SSE-01 SSE-02 SSE-03 SSE-04 SSE-07 SSE-10: connects over HTTP with server-sent events, with messages to ${messages}`,
    async ({ start, startModel, workspace }) => {
      await using server = await startSse(messages)
      const model = await startModel([[call('old', 'shout', { words: 'hello' })], [say('Loud.')]])
      workspace.writeSettings({ mcpServers: { old: { url: server.url } }, ...model.settings })
      const { window } = await start()
      await trustAll(window, ['old'])
      await sendMessage(window, 'Shout')
      await answerCall(window, { server: 'old', tool: 'shout', answer: 'Allow once' })
      await expect(answers(window).last()).toContainText('Loud.')
      await expect(toolCard(window, 'old', 'shout')).toContainText('HELLO!')
      const servers = await openServers(window)
      await expect(serverItem(servers, 'old')).toContainText(/HTTP \+ SSE\s*deprecated/)
      expect(
        server.exchanges.filter(({ verb, path }) => verb === 'POST' && path === messages).length
      ).toBeGreaterThan(2)
    }
  )

test('SYS-10 SSE-05 SSE-06 SSE-08 CONF-13: adds a new and an old endpoint by one form, and asks only for a sign-in after a 401', async ({
  start,
  workspace
}) => {
  await using modern = await startStreamable({
    name: 'new',
    revision: '2025-06-18',
    tools: { one: { call: () => text('1') } }
  })
  await using old = await startSse()
  await using locked = await startStreamable({
    name: 'locked',
    revision: '2025-06-18',
    tools: {},
    wantsSignIn: true
  })
  workspace.writeSettings({})
  const { window } = await start()
  const servers = await openServers(window)
  await addServer(servers, 'new', modern)
  await addServer(servers, 'old', old)
  await addServer(servers, 'locked', locked)
  await expect(serverItem(servers, 'new')).toContainText('connected')
  await expect(serverItem(servers, 'old')).toContainText('connected')
  await expect(serverItem(servers, 'locked')).toContainText('needs sign-in')
  expect(old.exchanges[0]?.verb).toBe('POST')
  // The other requests there find out where to sign in.
  const toServer = locked.exchanges.filter(({ path }) => !path.includes('/.well-known/'))
  expect(toServer.map(({ verb }) => verb)).toEqual(['POST'])
})

sharedTest(
  'SYS-54: connects the example server over each of the three transports from the form',
  async ({ start, workspace }) => {
    await using http = await fixtureOverHttp('example-server')
    await using sse = await startSse()
    const { command = '', args = [] } = fixture('example-server')
    workspace.writeSettings({})
    const { window } = await start()
    const servers = await openServers(window)
    await addServer(servers, 'by program', { command, args })
    await addServer(servers, 'by HTTP', http)
    await addServer(servers, 'by SSE', sse)
    for (const name of ['by program', 'by HTTP', 'by SSE']) {
      await expect(serverItem(servers, name)).toContainText('connected')
      await expect(serverItem(servers, name)).toContainText('example-server 1.0.0')
    }
  }
)
