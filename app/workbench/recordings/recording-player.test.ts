import { expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import type { PlayMode } from './match-request'
import type { Recording, RecordedMessage } from './recording'
import { RecordingPlayer } from './recording-player'

type Line = readonly ['>' | '<', JsonObject]

function recordingOf(lines: readonly Line[], revision = '2025-06-18'): Recording {
  const entries = lines.map(([sign, message], at): RecordedMessage => ({
    type: 'message',
    at,
    server: 'notes',
    connection: 0,
    direction: sign === '>' ? 'out' : 'in',
    message: { jsonrpc: '2.0', ...message }
  }))
  const server = {
    name: 'notes',
    info: { name: 'Notes', version: '2' },
    revision,
    transport: 'stdio'
  } as const
  const header = { parleyRecording: 1, of: 'server', parley: '1', recordedAt: '', title: 'notes' } as const
  return { header: { ...header, servers: [server] }, entries, unreadLines: 0, isCut: false }
}

function play(lines: readonly Line[], mode: PlayMode = 'tolerant') {
  const sent: JsonObject[] = []
  const player = new RecordingPlayer(recordingOf(lines), {
    mode,
    send: ({ jsonrpc: _, ...message }) => void sent.push(message)
  })
  return {
    sent,
    ask: async (...messages: JsonObject[]) => {
      for (const message of messages) player.receive({ jsonrpc: '2.0', ...message })
      await new Promise((resolve) => setTimeout(resolve))
      return sent.splice(0)
    }
  }
}

const call = (id: number, text: string): JsonObject => ({
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text, loud: true } }
})
const result = (id: number, text: string): JsonObject => ({
  id,
  result: { content: [{ type: 'text', text }] }
})

it('answers requests in any order and repeatedly, with the id of the client', async () => {
  const { ask } = play([
    ['>', call(1, 'a')],
    ['<', result(1, 'A')],
    ['>', call(2, 'b')],
    ['<', result(2, 'B')]
  ])
  expect(await ask(call(7, 'b'), call(8, 'a'), call(9, 'b'))).toEqual([
    result(7, 'B'),
    result(8, 'A'),
    result(9, 'B')
  ])
})

it('ignores the order of arguments, empty arguments and _meta', async () => {
  const bare = { id: 1, method: 'tools/call', params: { name: 'now' } }
  const { ask } = play([
    ['>', call(1, 'a')],
    ['<', result(1, 'A')],
    ['>', { ...bare, id: 2 }],
    ['<', result(2, 'B')]
  ])
  const turned = { name: 'echo', arguments: { loud: true, text: 'a' }, _meta: { progressToken: 3 } }
  const empty = { name: 'now', arguments: {} }
  expect(
    await ask({ id: 5, method: 'tools/call', params: turned }, { id: 6, method: 'tools/call', params: empty })
  ).toEqual([result(5, 'A'), result(6, 'B')])
})

it('gives answers to the same request in their order, and then the last one again', async () => {
  const { ask } = play([
    ['>', call(1, 'a')],
    ['<', result(1, 'first')],
    ['>', call(2, 'a')],
    ['<', result(2, 'second')]
  ])
  expect(await ask(call(3, 'a'), call(4, 'a'), call(5, 'a'))).toEqual([
    result(3, 'first'),
    result(4, 'second'),
    result(5, 'second')
  ])
})

it('says what was asked and what the recording has', async () => {
  const { ask } = play([
    ['>', call(1, 'a')],
    ['<', result(1, 'A')]
  ])
  const [refused] = await ask(call(2, 'other'))
  expect(refused).toMatchObject({ id: 2, error: { code: -32_602 } })
  expect(JSON.stringify(refused)).toContain('other')
  expect(refused).toMatchObject({
    error: { data: { recorded: ['tools/call {"arguments":{"loud":true,"text":"a"},"name":"echo"}'] } }
  })
  expect(await ask({ id: 3, method: 'prompts/list' })).toMatchObject([{ id: 3, error: { code: -32_601 } }])
})

it('accepts only the recorded order if it plays exactly', async () => {
  const { ask } = play(
    [
      ['>', call(1, 'a')],
      ['<', result(1, 'A')],
      ['>', call(2, 'b')],
      ['<', result(2, 'B')]
    ],
    'exact'
  )
  const [early] = await ask(call(1, 'b'))
  expect(early).toMatchObject({ error: { message: expect.stringContaining('"text":"a"') as string } })
  expect(await ask({ id: 0, method: 'ping' }, call(2, 'a'), call(3, 'b'))).toEqual([
    { id: 0, result: {} },
    result(2, 'A'),
    result(3, 'B')
  ])
  expect(await ask(call(4, 'b'))).toMatchObject([{ error: {} }])
})

const progress = (progressToken: number): JsonObject => ({
  method: 'notifications/progress',
  params: { progressToken, progress: 1 }
})

it('sends progress to the token of the client, and none without one', async () => {
  const withToken = (id: number, progressToken: number): JsonObject => ({
    id,
    method: 'tools/call',
    params: { name: 'long', _meta: { progressToken } }
  })
  const { ask } = play([
    ['>', withToken(1, 4)],
    ['<', progress(4)],
    ['<', result(1, 'A')]
  ])
  expect(await ask(withToken(2, 9))).toEqual([progress(9), result(2, 'A')])
  expect(await ask({ id: 3, method: 'tools/call', params: { name: 'long' } })).toEqual([result(3, 'A')])
})

it("sends the server's requests at their place and waits for their answers as the server did", async () => {
  const asking = { id: 50, method: 'elicitation/create', params: { message: 'Who?' } }
  const changed = { method: 'notifications/tools/list_changed' }
  const { ask } = play([
    ['>', call(1, 'a')],
    ['<', asking],
    ['>', { id: 50, result: { action: 'accept' } }],
    ['<', result(1, 'A')],
    ['<', changed]
  ])
  expect(await ask(call(8, 'a'))).toEqual([asking])
  expect(await ask({ id: 50, result: { action: 'decline' } })).toEqual([result(8, 'A'), changed])
})

it('sends what followed a notification of the client', async () => {
  const roots = { id: 0, method: 'roots/list' }
  const { ask } = play([
    ['>', { method: 'notifications/initialized' }],
    ['<', roots]
  ])
  expect(await ask({ method: 'notifications/initialized' })).toEqual([roots])
})

it('keeps silent about a request that the client cancels', async () => {
  const asking = { id: 50, method: 'sampling/createMessage', params: {} }
  const { ask } = play([
    ['>', call(1, 'a')],
    ['<', asking],
    ['>', { id: 50, result: {} }],
    ['<', result(1, 'A')]
  ])
  await ask(call(8, 'a'), { method: 'notifications/cancelled', params: { requestId: 8 } })
  expect(await ask({ id: 50, result: {} })).toEqual([])
})

it('answers the handshake as recorded if the client offers another revision', async () => {
  const hello = (id: number, protocolVersion: string): JsonObject => ({
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: `client ${id}`, version: '1' } }
  })
  const refused = { id: 1, error: { code: -32_602, message: 'Unknown version' } }
  const accepted = { id: 2, result: { protocolVersion: '2025-03-26', capabilities: { tools: {} } } }
  const { ask } = play([
    ['>', hello(1, '2025-11-25')],
    ['<', refused],
    ['>', hello(2, '2025-03-26')],
    ['<', accepted]
  ])
  expect(await ask(hello(9, '2025-11-25'))).toEqual([{ ...accepted, id: 9 }])
  expect(await ask({ id: 3, method: 'server/discover' })).toMatchObject([{ error: { code: -32_601 } }])
})

it('makes up a handshake for a recording that began after it', async () => {
  const { ask } = play([
    ['>', call(1, 'a')],
    ['<', result(1, 'A')]
  ])
  const [answer] = await ask({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } })
  expect(answer?.['result']).toEqual({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'Notes', version: '2' }
  })
})

it('names the revision to a client that only has older ones', async () => {
  const { ask } = play([
    ['>', { id: 1, method: 'server/discover' }],
    ['<', { id: 1, result: {} }]
  ])
  expect(await ask({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } })).toMatchObject(
    [{ error: { code: -32_022, data: { supported: ['2025-06-18'] } } }]
  )
})

it('gives messages of a stream the id of the client, and none to a client without one', async () => {
  const about = (id: number | string) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } })
  const listen = (id: number): JsonObject => ({
    id,
    method: 'subscriptions/listen',
    params: { notifications: {} }
  })
  const changed = (id: number): JsonObject => ({
    method: 'notifications/tools/list_changed',
    params: about(id)
  })
  const acknowledged = (id: number): JsonObject => ({
    method: 'notifications/subscriptions/acknowledged',
    params: about(id)
  })
  const lines: readonly Line[] = [
    ['>', listen(1)],
    ['>', call(2, 'a')],
    ['<', acknowledged(1)],
    ['<', changed(1)],
    ['<', result(2, 'A')]
  ]
  expect(await play(lines).ask(listen(8), call(9, 'a'))).toEqual([
    acknowledged(8),
    changed(8),
    result(9, 'A')
  ])
  expect(await play(lines).ask(call(9, 'a'))).toEqual([result(9, 'A')])
})

it('accepts other answers to what a result asked for', async () => {
  const round = (id: number, answer: string): JsonObject => ({
    id,
    method: 'tools/call',
    params: { name: 'ask', requestState: 's', inputResponses: { name: { action: answer } } }
  })
  const { ask } = play([
    ['>', round(1, 'accept')],
    ['<', result(1, 'A')]
  ])
  expect(await ask(round(5, 'decline'))).toEqual([result(5, 'A')])
})

it('reports a task as done if the recorded client never asked for its state', async () => {
  const task = { taskId: 't', status: 'working', ttl: null }
  const lines: readonly Line[] = [
    ['>', call(1, 'a')],
    ['<', { id: 1, result: { task } }],
    ['>', { id: 2, method: 'tasks/result', params: { taskId: 't' } }],
    ['<', result(2, 'A')]
  ]
  const { ask } = play(lines, 'exact')
  await ask(call(5, 'a'))
  expect(await ask({ id: 6, method: 'tasks/get', params: { taskId: 't' } })).toEqual([
    { id: 6, result: { ...task, status: 'completed' } }
  ])
})

it('continues with the newest state of a task if it is polled more often than recorded', async () => {
  const state = (status: string) => ({ taskId: 't', status, ttl: null })
  const poll = (id: number): JsonObject => ({ id, method: 'tasks/get', params: { taskId: 't' } })
  const changed = { method: 'notifications/tasks/status', params: state('input_required') }
  const lines: readonly Line[] = [
    ['>', call(1, 'a')],
    ['<', { id: 1, result: { task: state('working') } }],
    ['>', poll(2)],
    ['<', { id: 2, result: state('working') }],
    ['<', changed],
    ['>', { id: 3, method: 'tasks/result', params: { taskId: 't' } }],
    ['<', result(3, 'A')]
  ]
  const { ask } = play(lines)
  await ask(call(5, 'a'))
  expect(await ask(poll(6))).toEqual([{ id: 6, result: state('working') }, changed])
  expect(await ask(poll(7))).toEqual([{ id: 7, result: state('input_required') }])
})

it('counts the oldest of very many open requests as given up', async () => {
  const calls = Array.from({ length: 201 }, (_, index): Line => ['>', call(index, `text ${index}`)])
  const { ask } = play([...calls, ['<', result(0, 'A')], ['<', result(1, 'B')]])
  expect(await ask(call(7, 'text 0'))).toMatchObject([{ id: 7, error: { code: -32_603 } }])
  expect(await ask(call(8, 'text 1'))).toEqual([result(8, 'B')])
})

it('says that the recording ends before an answer', async () => {
  const { ask } = play([['>', call(1, 'a')]])
  expect(await ask(call(2, 'a'))).toMatchObject([{ id: 2, error: { code: -32_603 } }])
})
