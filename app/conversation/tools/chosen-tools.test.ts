import { describe, expect, it } from 'vitest'
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'
import type { CatalogTool } from '../../servers/interface'
import { chooseTools } from './chosen-tools'

function tool(name: string, change: Partial<CatalogTool> = {}): CatalogTool {
  return {
    serverName: 's',
    name,
    modelToolName: `s__${name}`,
    definitionHash: 'hash',
    title: null,
    description: 'x'.repeat(376),
    annotations: {},
    icons: [],
    isDisabled: false,
    problem: null,
    inputSchema: { type: 'object' },
    outputSchema: null,
    taskSupport: 'forbidden',
    ...change
  }
}

/** 100 tokens each. */
const tools = (count: number) => Array.from({ length: count }, (_, index) => tool(`t${1_000 + index}`))
const room = { contextTokens: 200_000, mostTools: null, share: 3 }

const message = (...parts: MessagePart[]): Message => ({
  id: 'm',
  conversationId: 'c',
  parentId: null,
  role: 'assistant',
  createdAt: 1,
  model: 'p/m',
  state: 'complete',
  parts,
  failure: null,
  stopReason: null,
  usage: null
})

const call = (change: Partial<ToolCallPart>): ToolCallPart => ({
  type: 'tool-call',
  step: 0,
  callId: 'c',
  providerCallId: 'p',
  modelToolName: 'x',
  serverName: null,
  toolName: 'x',
  toolTitle: null,
  arguments: {},
  isEditedByPerson: false,
  state: 'done',
  progress: null,
  content: [],
  structuredContent: null,
  isError: false,
  failure: null,
  startedAt: 1,
  endedAt: 2,
  ...change
})
const found = (...names: string[]) =>
  call({ foundTools: names.map((toolName) => ({ serverName: 's', toolName })) })
const names = (chosen: readonly CatalogTool[]) => chosen.map(({ name }) => name)

describe('choosing the tools of a request', () => {
  it('sends all of them in order, up to the share of the context window', () => {
    const catalog = tools(60)
    expect(chooseTools(catalog, [], room)).toEqual({ tools: catalog, isSearched: false, leftOut: [] })
    expect(chooseTools(tools(61), [], room)).toMatchObject({ tools: [], isSearched: true })
    expect(chooseTools(tools(61), [], { ...room, share: 4 }).isSearched).toBe(false)
    expect(chooseTools(tools(61), [], { ...room, contextTokens: 400_000 }).isSearched).toBe(false)
    expect(chooseTools(tools(1), [], { ...room, share: 0 }).isSearched).toBe(true)
    expect(chooseTools([], [], { ...room, share: 0 }).isSearched).toBe(false)
  })

  it('uses a search where the provider accepts fewer tools, however small they are', () => {
    expect(chooseTools(tools(20), [], { ...room, mostTools: 19 }).isSearched).toBe(true)
    expect(chooseTools(tools(19), [], { ...room, mostTools: 19 }).isSearched).toBe(false)
  })

  it('sends the pinned tools, then each one found, used, or requested, once, in the order of the messages', () => {
    const catalog = [...tools(100), tool('always', { isAlwaysSent: true })]
    const asked = { type: 'tool-request' as const, serverName: 's', toolName: 't1009', arguments: {} }
    const messages = [
      message(asked),
      message(found('t1005', 't1001'), call({ serverName: 's', toolName: 't1001' })),
      message(call({ serverName: 's', toolName: 't1003' }), found('t1002', 't1005', 'always', 'gone'))
    ]
    const first = chooseTools(catalog, messages.slice(0, 2), room)
    expect(names(first.tools)).toEqual(['always', 't1009', 't1005', 't1001'])
    const second = chooseTools(catalog, messages, room)
    // Tools sent before keep their position, so that the provider's cache stays valid.
    expect(names(second.tools)).toEqual([...names(first.tools), 't1003', 't1002'])
  })

  it("leaves out and names the oldest found tools beyond the provider's limit", () => {
    const catalog = [...tools(100), tool('always', { isAlwaysSent: true })]
    const messages = [message(found('t1001', 't1002', 't1003', 't1004'))]
    const { tools: sent, leftOut } = chooseTools(catalog, messages, { ...room, mostTools: 4 })
    expect(names(sent)).toEqual(['always', 't1003', 't1004'])
    expect(names(leftOut)).toEqual(['t1001', 't1002'])
  })
})
