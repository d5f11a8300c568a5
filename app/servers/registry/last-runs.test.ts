import { expect, it, vi } from 'vitest'
import { usualChoices } from '../../contract/simple-settings'
import type { ToolView } from '../../contract/servers'
import type { StdioDefinition } from '../../settings/definition'
import { createMemoryFacts } from '../../testing/memory-facts'
import { soon } from '../../testing/soon'
import { createLastRuns } from './last-runs'

const definition: StdioDefinition = {
  ...usualChoices,
  name: 'notes',
  transport: 'stdio',
  command: 'node',
  args: [],
  env: {},
  cwd: null,
  tools: new Map(),
  lookAlikes: []
}

const tool: ToolView = {
  serverName: 'notes',
  name: 'refresh',
  title: null,
  description: '',
  annotations: {},
  icons: [],
  isDisabled: false,
  problem: null,
  inputSchema: { type: 'object' },
  outputSchema: null,
  taskSupport: 'forbidden',
  meta: { ui: { visibility: ['app'] } }
}
const ui = { resourceUri: null, isForModel: false, isForView: true }

/** What the next start of Parley reads of these tools. */
async function readAgain(tools: readonly ToolView[]): Promise<readonly ToolView[] | undefined> {
  const facts = createMemoryFacts()
  const loaded = vi.fn()
  const before = createLastRuns(facts, loaded)
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1), soon)
  before.keep(definition, { tools })
  const after = createLastRuns(facts, loaded)
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(2), soon)
  return after.read(definition)?.tools
}

it('visibility/app-tool-hidden: keeps who gets a tool while its server sleeps', async () => {
  expect(await readAgain([{ ...tool, ui }])).toEqual([{ ...tool, ui }])
})

it('visibility/app-tool-hidden: reads who gets a tool from what earlier versions stored', async () => {
  expect(await readAgain([tool])).toEqual([{ ...tool, ui }])
  const { meta: _meta, ...plain } = tool
  expect(await readAgain([plain])).toEqual([plain])
})
