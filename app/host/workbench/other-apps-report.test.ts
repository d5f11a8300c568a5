import { expect, it } from 'vitest'
import { createEmitter } from '../../base/emitter'
import type { ServerView, ToolView } from '../../contract/servers'
import type { McpEvents, ToolCallOutcome } from '../../mcp/interface'
import type { EndedCall } from '../../servers/registry/server-calls'
import { toEnglish } from '../../texts/render-localized'
import { OtherAppsReport } from './other-apps-report'

const tool = (name: string, more: Partial<ToolView> = {}): ToolView => ({
  serverName: 'notes',
  name,
  title: null,
  description: 'Reads a note. '.repeat(20),
  annotations: {},
  icons: [],
  isDisabled: false,
  problem: null,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  outputSchema: null,
  taskSupport: 'forbidden',
  ...more
})

function create(tools: readonly ToolView[]) {
  const ended = createEmitter<EndedCall>()
  let clients: Partial<McpEvents> = {}
  const report = new OtherAppsReport({
    servers: { tools: () => tools },
    mcp: {
      subscribe: (events) => {
        clients = events
        return () => {}
      }
    },
    onCallEnded: ended.on
  })
  const view = {
    name: 'notes',
    transport: 'stdio',
    usedTransport: 'stdio',
    capabilities: ['tools', 'prompts']
  }
  return { ended, clients: () => clients, read: () => report.read(view as unknown as ServerView) }
}

const completed: ToolCallOutcome = {
  type: 'completed',
  content: [
    { type: 'image', mimeType: 'image/png', data: '' },
    { type: 'resource-link', uri: 'x:y', name: 'y', description: null, mimeType: null }
  ],
  structuredContent: { a: 1 },
  isError: false,
  outputProblems: []
}

it('knows what a server offers, and what its results and requests used since Parley started', () => {
  const ui = { resourceUri: 'ui://notes/list', isForModel: true, isForView: true }
  const { ended, clients, read } = create([tool('list', { ui })])
  expect(read().uses).toEqual(['stdio', 'tools', 'prompts', 'apps'])
  ended.emit({ serverName: 'notes', toolName: 'list', outcome: completed, isFailed: false, durationMs: 1 })
  const request = { requestId: '1', serverName: 'notes', connectionId: '1', callId: null }
  clients().requested?.({ ...request, type: 'elicitation-form', message: '', requestedSchema: {} })
  clients().foldersTold?.({ serverName: 'notes', callId: null, round: 1, count: 1 })
  expect(read().uses).toEqual(
    'stdio tools prompts apps elicitation roots images resourceLinks structuredContent'.split(' ')
  )
})

it("counts tokens in each provider's form, and names tools that a provider refuses", () => {
  const { read } = create([tool('read'), tool('read.note/v2')])
  const [anthropic, openai, gemini] = read().forms
  expect(anthropic?.refused.map(({ tool: name }) => name)).toEqual(['read.note/v2'])
  expect(openai?.refused).toHaveLength(1)
  expect(toEnglish(openai!.refused[0]!.reason)).toContain('read.note/v2')
  expect(openai?.tokens).toBeGreaterThan(anthropic?.tokens ?? 0)
  expect(gemini?.tokens).toBeGreaterThan(50)
})

it('counts tools above the limit of one request, and none that only apps of the server may call', () => {
  const hidden = tool('hidden', { ui: { resourceUri: null, isForModel: false, isForView: true } })
  const { read } = create([...Array.from({ length: 130 }, (_, index) => tool(`t${index}`)), hidden])
  expect(read().forms.map(({ above }) => above)).toEqual([0, 2, 2])
  expect(read().hosts.find(({ name }) => name === 'VS Code')?.exceeded).toMatchObject([{ count: 2 }])
})
