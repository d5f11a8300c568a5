import type { Tool } from '@modelcontextprotocol/client'
import { describe, expect, it, vi } from 'vitest'
import type { CatalogTool, Servers, ServerToolCall } from '../../servers/interface'
import type { ViewSession } from '../../views/interface'
import { ViewTools } from './view-tools'

type TurnServers = Pick<Servers, 'catalog' | 'usableTools' | 'readTool' | 'checkArguments' | 'callTool'>

const inputSchema = { type: 'object' as const }
const place = { conversationId: 'a', serverName: 'maps' }

function setUp(listed: readonly Tool[], own: readonly CatalogTool[] = []) {
  const record = vi.fn()
  const views = new ViewTools({ ledger: { record }, runningCalls: { find: () => null } })
  const callTool = vi.fn<ViewSession['callTool']>()
  const session = { listTools: () => Promise.resolve(listed), callTool } as unknown as ViewSession
  const servers: TurnServers = {
    catalog: () => own,
    usableTools: () => own,
    readTool: () => {
      throw new Error('unknown tool')
    },
    checkArguments: () => Promise.resolve([]),
    callTool: vi.fn<Servers['callTool']>().mockResolvedValue({ type: 'cancelled' })
  }
  return { views, session, callTool, record, servers, turn: views.addTo(servers, 'a') }
}

const call = (toolName: string, signal = new AbortController().signal): ServerToolCall => ({
  callId: 'c1',
  serverName: 'maps',
  toolName,
  arguments: { zoom: 3 },
  task: null,
  signal,
  onProgress: () => {},
  onLimitNear: () => {},
  onTask: () => {},
  onLateAnswer: () => {}
})

describe('the tools of a view', () => {
  it('are offered in its conversation while it is open, and trusted with no effect', async () => {
    const listed = { name: 'move', description: 'Moves it', inputSchema, annotations: { readOnlyHint: true } }
    const { views, session, servers, turn } = setUp([listed])
    await views.read('v1', { ...place, session })
    const tool = { serverName: 'maps', name: 'app/move', modelToolName: 'maps__app_move', annotations: {} }
    expect(turn.catalog()).toMatchObject([tool])
    expect(turn.usableTools()).toMatchObject([tool])
    expect(turn.readTool('maps', 'app/move')).toMatchObject(tool)
    expect(views.addTo(servers, 'b').catalog()).toEqual([])
    views.forget('v1')
    expect(turn.catalog()).toEqual([])
    expect(() => turn.readTool('maps', 'app/move')).toThrow('unknown tool')
    await turn.callTool(call('app/move'))
    expect(servers.callTool).toHaveBeenCalledTimes(1)
  })

  it('are at most 50, with usable names and schemas, and never replace a tool of a server', async () => {
    const many = Array.from({ length: 60 }, (_tool, index) => ({ name: `t${index}`, inputSchema }))
    const odd = [
      { name: 'a b', inputSchema },
      { name: 'x'.repeat(41), inputSchema },
      { name: 'big', inputSchema: { ...inputSchema, description: 'x'.repeat(20_000) } }
    ]
    const first = setUp([...odd, ...many])
    await first.views.read('v1', { ...place, session: first.session })
    expect(first.turn.catalog()).toHaveLength(50 - odd.length)
    const own = { ...first.turn.catalog()[0]!, name: 'app_t0' }
    const second = setUp(many.slice(0, 2), [own])
    await second.views.read('v1', { ...place, session: second.session })
    expect(second.turn.catalog().map(({ name }) => name)).toEqual(['app_t0', 'app/t1'])
  })

  it('run in the view, are recorded, and give text and data', async () => {
    const { views, session, callTool, record, servers, turn } = setUp([{ name: 'move', inputSchema }])
    await views.read('v1', { ...place, session })
    callTool.mockResolvedValueOnce({
      content: [
        { type: 'text', text: 'Moved' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' }
      ],
      structuredContent: { zoom: 3 }
    })
    expect(await turn.callTool(call('app/move'))).toMatchObject({
      type: 'completed',
      content: [{ type: 'text', text: 'Moved' }],
      structuredContent: { zoom: 3 },
      isError: false
    })
    expect(callTool).toHaveBeenCalledWith('move', { zoom: 3 }, expect.any(AbortSignal))
    expect(record).toHaveBeenCalledWith(
      expect.objectContaining({
        recipient: 'maps',
        kind: 'tool call',
        subject: 'app/move',
        content: { zoom: 3 }
      })
    )
    expect(servers.callTool).not.toHaveBeenCalled()
  })

  it('fail with a reason when the view closes, and end when the call is cancelled', async () => {
    const { views, session, callTool, turn } = setUp([{ name: 'move', inputSchema }])
    await views.read('v1', { ...place, session })
    callTool.mockRejectedValue(new Error('Connection closed'))
    expect(await turn.callTool(call('app/move'))).toMatchObject({
      type: 'failed',
      failure: { code: 'TOOL_ERROR', message: "The app of maps didn't run this tool." }
    })
    expect(await turn.callTool(call('app/move', AbortSignal.abort()))).toEqual({ type: 'cancelled' })
  })

  it('are listed again after a change, one time for many changes', async () => {
    const { views, session } = setUp([])
    const listTools = vi.spyOn(session, 'listTools')
    const changes = Array.from({ length: 20 }, () => views.read('v1', { ...place, session }))
    await Promise.all(changes)
    expect(listTools).toHaveBeenCalledTimes(2)
  })
})
