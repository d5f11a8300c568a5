/**
 * One large result of a tool until it is there: through what keeps servers, against a bare pipe that joins its chunks as text.
 * In turns; the least of each, as nothing makes it shorter than it is.
 */
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import type { Servers } from '../../servers/interface'
import { connectBare } from './bare-client'
import { countRounds } from './rows'
import type { Effort, Row } from './rows'
import { largeServer, startServers } from './servers'

const megabytes = { long: [1, 10, 50], short: [1] }
const mostOfBare = 1.1

interface Cost {
  readonly elapsed: number
  readonly processor: number
}

export async function measureResults(effort: Effort): Promise<Row[]> {
  const { servers, close } = await startServers(['large'], largeServer)
  const bare = await connectBare(largeServer.command, largeServer.args)
  const rows: Row[] = []
  try {
    for (const size of effort.isShort ? megabytes.short : megabytes.long) {
      const bytes = size * 1_000_000
      const ways = {
        ours: () => callForText(servers, bytes),
        theirs: async () => {
          const { result } = await bare.callTool('text', { bytes })
          if (lettersIn(result?.['content']) !== bytes) throw new Error('Not all of the text came.')
        }
      }
      rows.push(...(await measureSize(size, ways, effort)))
    }
  } finally {
    await bare.close()
    await close()
  }
  return rows
}

type Way = () => Promise<void>

async function measureSize(
  size: number,
  ways: { readonly ours: Way; readonly theirs: Way },
  effort: Effort
): Promise<Row[]> {
  const { all, warmUps } = countRounds(effort)
  const taken: Record<keyof typeof ways, Cost[]> = { ours: [], theirs: [] }
  for (let run = 0; run < all; run++)
    for (const way of ['theirs', 'ours'] as const) {
      const cost = await costOf(ways[way])
      if (run >= warmUps) taken[way].push(cost)
    }
  const row = (name: string, key: keyof Cost, budget: number | null): Row => {
    const column = (costs: readonly Cost[]): number[] => costs.map((cost) => cost[key])
    const follows = key === 'processor' ? 'speed' : 'load'
    return { name, unit: 'ms', ours: column(taken.ours), theirs: column(taken.theirs), budget, follows }
  }
  return [
    row(`a result of ${size} MB`, 'elapsed', mostOfBare),
    row(`a result of ${size} MB, processor`, 'processor', null)
  ]
}

async function costOf(way: Way): Promise<Cost> {
  const before = process.cpuUsage()
  const start = performance.now()
  await way()
  const elapsed = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { elapsed, processor: (user + system) / 1_000 }
}

async function callForText(servers: Servers, bytes: number): Promise<void> {
  const ignore = (): void => {}
  const outcome = await servers.callTool({
    callId: randomUUID(),
    serverName: 'large',
    toolName: 'text',
    arguments: { bytes },
    task: null,
    signal: new AbortController().signal,
    onProgress: ignore,
    onLimitNear: ignore,
    onTask: ignore,
    onLateAnswer: ignore
  })
  if (outcome.type !== 'completed') throw new Error(`The call came to nothing: ${JSON.stringify(outcome)}`)
  // Of a long text the beginning is kept.
  if (lettersIn(outcome.content) === 0) throw new Error('No text came.')
}

function lettersIn(content: unknown): number {
  const [block] = content as readonly { readonly text?: string }[]
  return block?.text?.length ?? 0
}
