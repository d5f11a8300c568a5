/** Search results for the window. */
import { expect, it } from 'vitest'
import { toolSummary, type ToolView } from '../../contract/servers'
import { createToolSearch } from './tool-search'

const tool: Required<ToolView> = {
  serverName: 'tea',
  name: 'brew',
  title: 'Brew tea',
  description: 'Brews a pot.',
  annotations: {},
  icons: [],
  ui: { resourceUri: 'ui://tea/pot', isForModel: true, isForView: true },
  isDisabled: false,
  isAlwaysSent: false,
  callLimits: { perTurn: 1, perConversation: null, perDay: null },
  problem: null,
  inputSchema: { type: 'object' },
  outputSchema: null,
  taskSupport: 'forbidden',
  meta: { 'example.com/always': true }
}

it.each(['', 'brew', 'pot'])('finds a tool with metadata by “%s”, as the window expects it', (query) => {
  const [found] = createToolSearch([tool]).find(query, 5)
  expect(toolSummary.parse(found)).toMatchObject({ serverName: 'tea', name: 'brew' })
})
