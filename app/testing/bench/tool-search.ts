/**
 * How a model finds tools: how long it takes to index 10,000 of them and to search those, and of two hundred tasks over the
 * tools of the reference servers how many have theirs among the first five. The index is read in slices while the app
 * runs; here it is read at once.
 */
import { createRequire } from 'node:module'
import process from 'node:process'
import { ToolIndex } from '../../conversation/tools/tool-index'
import type { CatalogTool } from '../../servers/interface'
import { connectBare } from './bare-client'
import { createProse, createRandom } from './made-up-text'
import { countRounds } from './rows'
import type { Effort, Row } from './rows'
import { toolTasks } from './tool-tasks'

type Tool = Pick<CatalogTool, 'serverName' | 'name' | 'title' | 'description' | 'inputSchema'>

const limits = { index: 200, search: 5 } as const
const toolCount = 10_000
/** Below it something broke; it is no figure to be proud of. */
const leastRecall = 80

export async function measureToolSearch(effort: Effort): Promise<Row[]> {
  const tools = madeUpTools(toolCount)
  const queries = Object.values(toolTasks).flat()
  const { all, warmUps } = countRounds(effort)
  const indexed: number[] = []
  const searched: number[] = []
  for (let run = 0; run < all; run += 1) {
    const index = new ToolIndex<Tool>()
    const began = performance.now()
    for (const tool of tools) index.add(tool)
    const read = performance.now()
    for (const query of queries) index.find(query, 5)
    const ended = performance.now()
    if (run < warmUps) continue
    indexed.push(read - began)
    searched.push((ended - read) / queries.length)
  }
  const recall = await measureRecall()
  if (recall < leastRecall) throw new Error(`Only ${recall} % of the tasks found their tool.`)
  return [
    { name: 'index of 10,000 tools', unit: 'ms', ours: indexed, limit: limits.index, budget: 1 },
    { name: 'search in 10,000 tools', unit: 'ms', ours: searched, limit: limits.search, budget: 1 },
    { name: 'recall at 5 of 200 tasks', unit: '%', ours: [recall], limit: 100, budget: null },
    // The same as something that is better the less there is of it, so that the committed result guards it.
    { name: 'tasks missed at 5', unit: '%', ours: [100 - recall], limit: 100 - leastRecall, budget: 1 }
  ]
}

/** Words of the tasks are among theirs, so that every search has much to rank. */
export function madeUpTools(count: number): readonly Tool[] {
  const random = createRandom()
  const prose = createProse(random)
  const known = Object.values(toolTasks).flat().join(' ').split(' ')
  const word = (): string => known[Math.floor(random() * known.length)] ?? ''
  return Array.from({ length: count }, (_, index) => ({
    serverName: `server-${index % 100}`,
    name: `${word()}_${word()}_${index}`,
    title: null,
    description: `${word()} ${word()} ${prose(120)} ${word()}`,
    inputSchema: { type: 'object', properties: { [word()]: {}, [word()]: {}, path: {} } }
  }))
}

/** In percent. */
async function measureRecall(): Promise<number> {
  const index = new ToolIndex<Tool>()
  for (const tool of await readRealTools()) index.add(tool)
  const tasks = Object.entries(toolTasks).flatMap(([tool, texts]) => texts.map((text) => ({ tool, text })))
  const found = tasks.filter(({ tool, text }) =>
    index.find(text, 5).some(({ serverName, name }) => `${serverName}/${name}` === tool)
  )
  if (process.env['PARLEY_SHOW_MISSED'] === '1')
    for (const task of tasks) if (!found.includes(task)) process.stderr.write(`${task.tool}: ${task.text}\n`)
  return Math.round((found.length / tasks.length) * 1_000) / 10
}

const realServers: readonly (readonly [name: string, ...args: string[]])[] = [
  ['everything'],
  ['filesystem', process.cwd()],
  ['memory'],
  ['sequential-thinking']
]

async function readRealTools(): Promise<readonly Tool[]> {
  const require = createRequire(`${process.cwd()}/package.json`)
  const lists = await Promise.all(
    realServers.map(async ([serverName, ...args]) => {
      const program = require.resolve(`@modelcontextprotocol/server-${serverName}/dist/index.js`)
      const client = await connectBare(process.execPath, [program, ...args])
      const { result } = await client.listTools()
      await client.close()
      const { tools } = result as unknown as { tools: readonly (Tool & { title?: string })[] }
      return tools.map((tool) => ({ ...tool, serverName, title: tool.title ?? null }))
    })
  )
  return lists.flat()
}
