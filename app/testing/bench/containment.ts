/**
 * What walls cost: the start of a server behind them against one without, in turns; memory of what stands around it; the round
 * trip of a message. Nothing where the system can't contain.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { sandboxFinder } from '../../containment/available/find-sandbox'
import type { Containment } from '../../contract/choices/containment'
import { createMcpClients } from '../../mcp/gateway/clients'
import { createListeners } from '../../mcp/gateway/rpc-methods'
import type { ConnectionInfo, McpClients, ServerLaunch } from '../../mcp/interface'
import { countRounds } from './rows'
import type { Effort, Row } from './rows'

/** Milliseconds that walls may add to a start, and megabytes that they may take for each server. */
const mostAdded = 150
const mostMegabytes = 10
const calls = 50

const open: Containment = { read: [], write: [], hosts: [] }

export async function measureContainment(effort: Effort): Promise<Row[]> {
  const canContain = await sandboxFinder(process.platform)().then(
    () => true,
    () => false
  )
  if (!canContain) return []
  const clients = createMcpClients({
    events: createListeners(() => {}),
    hostEnvironment: process.env,
    clientInfo: { name: 'parley-bench', version: '0' },
    closedFolders: [path.join(homedir(), '.parley-bench')],
    nodePreload: path.resolve('resources/node-network.cjs'),
    now: Date.now
  })
  try {
    return await measure(clients, effort)
  } finally {
    await clients.shutdown()
  }
}

async function measure(clients: McpClients, effort: Effort): Promise<Row[]> {
  const { all, warmUps } = countRounds(effort)
  const start = { within: [] as number[], without: [] as number[] }
  const trip = { within: [] as number[], without: [] as number[] }
  const memory: number[] = []
  for (let run = 0; run < all; run += 1) {
    const plain = await timeStart(clients, undefined)
    const contained = await timeStart(clients, open)
    const trips = [await timeCalls(clients, plain.info), await timeCalls(clients, contained.info)] as const
    const around = memoryAround(contained.info.processId ?? 0)
    for (const { info } of [plain, contained]) await clients.disconnect(info.connectionId)
    if (run < warmUps) continue
    start.without.push(plain.ms)
    start.within.push(contained.ms)
    trip.without.push(trips[0])
    trip.within.push(trips[1])
    memory.push(around)
  }
  const added = start.within.map((ms, index) => Math.max(0, ms - (start.without[index] ?? 0)))
  return [
    {
      name: 'start of a contained server',
      unit: 'ms',
      ours: start.within,
      theirs: start.without,
      budget: null
    },
    {
      name: 'added by walls to a start',
      unit: 'ms',
      ours: added,
      limit: mostAdded,
      budget: 1
    },
    {
      name: 'memory of the walls',
      unit: 'MB',
      ours: memory,
      limit: mostMegabytes,
      budget: 1
    },
    { name: 'call of a contained server', unit: 'ms', ours: trip.within, theirs: trip.without, budget: 1.25 }
  ]
}

let count = 0

async function timeStart(clients: McpClients, containment: Containment | undefined) {
  count += 1
  const launch = {
    ...{ transport: 'stdio', command: process.execPath, env: {}, cwd: null },
    args: [path.resolve('app/testing/servers/any-code.mjs')],
    ...{ serverName: 'bench', connectionId: `containment-${count}`, connectTimeoutMs: 30_000 },
    ...{ knownEra: null, logLevel: null, pingIntervalMs: 0 },
    ...(containment !== undefined && { containment })
  } as unknown as ServerLaunch
  const before = performance.now()
  const info = await clients.connect(launch)
  return { info, ms: performance.now() - before }
}

/** Milliseconds of one, by the mean of many. */
async function timeCalls(clients: McpClients, info: ConnectionInfo): Promise<number> {
  const before = performance.now()
  for (let index = 0; index < calls; index += 1)
    await clients.callTool({
      callId: `${info.connectionId}-${index}`,
      serverName: 'bench',
      connectionId: info.connectionId,
      toolName: 'run',
      arguments: { code: 'return 1', at: {} },
      ...{ timeoutMs: 10_000, maxTotalTimeoutMs: 20_000, task: null }
    })
  return (performance.now() - before) / calls
}

/** Megabytes of the processes that hold the walls and lead to the network, each page by its share. */
function memoryAround(processId: number): number {
  const ids = treeOf(processId).filter((id) => /^(?:bwrap|socat|sh)$/.test(read(id, 'comm').trim()))
  return (
    ids.reduce((sum, id) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(id, 'smaps_rollup'))?.[1] ?? 0), 0) /
    1_024
  )
}

function treeOf(processId: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter((id) => id > 0)
      .map((id) => [id, Number(/^PPid:\s+(\d+)/m.exec(read(id, 'status'))?.[1] ?? 0)])
  )
  const isBelow = (id: number): boolean => id === processId || (id > 1 && isBelow(parents.get(id) ?? 0))
  return [...parents.keys()].filter(isBelow)
}

function read(id: number, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'latin1')
  } catch {
    return '' // it has ended
  }
}
