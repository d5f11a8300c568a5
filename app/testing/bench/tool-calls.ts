/**
 * Round trip of a tool call against a bare pipe: through what keeps servers (registry, process line, client), and through
 * the whole core. All three of a round make as many calls, one after the other, each to a server of its own.
 */
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import type { Servers } from '../../servers/interface'
import { connectBare } from './bare-client'
import { openCoreCalls } from './core-calls'
import type { CoreCalls } from './core-calls'
import { countRounds, percentile } from './rows'
import type { Effort, Row } from './rows'
import { exampleServer, startServers } from './servers'

/** Makes one call; rejects where it comes to nothing, because a failure is fast. */
type Call = (message: string) => Promise<void>

/** Microseconds of one call. */
interface Cost {
  readonly p50: number
  readonly p99: number
  /** Of the processor, this process alone. */
  readonly processor: number
}

/** Of the bare pipe. */
const budgets = { p50: 1.7, p99: 1.5, processor: 4 }

/** As many calls stand in one message: each is told and kept with all before it. */
const callsATurn = 20
/** The first turns bring a fresh process up to its speed. */
const turns = { long: { warmUps: 5, timed: 25 }, short: { warmUps: 0, timed: 1 } }

type Way = 'core' | 'servers' | 'bare'

export async function measureToolCalls(effort: Effort): Promise<Row[]> {
  const { all, warmUps } = countRounds(effort)
  const taken: Record<Way, Cost[]> = { core: [], servers: [], bare: [] }
  const core = await openCoreCalls()
  try {
    for (let run = 0; run < all; run++) {
      const costs = await measureRound(core, turns[effort.isShort ? 'short' : 'long'])
      if (run >= warmUps) for (const way of ['core', 'servers', 'bare'] as const) taken[way].push(costs[way])
    }
  } finally {
    await core.close()
  }
  const row = (name: string, way: Way, key: keyof Cost, budget: number | null): Row => {
    const column = (costs: readonly Cost[]): number[] => costs.map((cost) => cost[key])
    const follows = key === 'processor' ? 'speed' : 'load'
    return { name, unit: 'µs', ours: column(taken[way]), theirs: column(taken.bare), budget, follows }
  }
  return [
    row('tool call round trip', 'servers', 'p50', null),
    row('tool call, whole core, p50', 'core', 'p50', budgets.p50),
    row('tool call, whole core, p99', 'core', 'p99', budgets.p99),
    row('tool call, whole core, processor', 'core', 'processor', budgets.processor)
  ]
}

/**
 * With processes of its own for all three: a pipe takes twice as long when its two ends lie on two processors as on one, and
 * they mostly stay where they are. So each round draws that anew, and the median over the rounds is no throw of a single die.
 */
async function measureRound(core: CoreCalls, count: TurnCount): Promise<Record<Way, Cost>> {
  await core.restartServer()
  const { servers, close } = await startServers(['bench'])
  const bare = await connectBare(exampleServer.command, exampleServer.args)
  const viaServers: Call = (message) => callThroughServers(servers, message)
  const viaPipe: Call = async (message) => {
    const { result } = await bare.callTool('echo', { message })
    if (result === undefined) throw new Error('The bare call failed.')
  }
  try {
    return {
      core: costOf(await inTurns(count, (work) => core.inTurn(work))),
      servers: costOf(await inTurns(count, (work) => work(viaServers))),
      bare: costOf(await inTurns(count, (work) => work(viaPipe)))
    }
  } finally {
    await bare.close()
    await close()
  }
}

interface TurnCount {
  readonly warmUps: number
  readonly timed: number
}

interface Timed {
  readonly times: readonly number[]
  readonly processor: number
}

/** Turn by turn, of which only the calls count. */
async function inTurns(
  { warmUps, timed: count }: TurnCount,
  turn: (work: (call: Call) => Promise<Timed>) => Promise<Timed>
): Promise<readonly Timed[]> {
  const timed: Timed[] = []
  for (let index = 0; index < warmUps + count; index++) timed.push(await turn(timeCalls))
  return timed.slice(warmUps)
}

async function timeCalls(call: Call): Promise<Timed> {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let index = 0; index < callsATurn; index++) {
    const start = performance.now()
    await call(`hello ${index}`)
    times.push((performance.now() - start) * 1_000)
  }
  const { user, system } = process.cpuUsage(before)
  return { times, processor: user + system }
}

function costOf(timed: readonly Timed[]): Cost {
  const times = timed.flatMap((one) => one.times)
  const processor = timed.reduce((sum, one) => sum + one.processor, 0) / times.length
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), processor }
}

async function callThroughServers(servers: Servers, message: string): Promise<void> {
  const ignore = (): void => {}
  const outcome = await servers.callTool({
    callId: randomUUID(),
    serverName: 'bench',
    toolName: 'echo',
    arguments: { message },
    task: null,
    signal: new AbortController().signal,
    onProgress: ignore,
    onLimitNear: ignore,
    onTask: ignore,
    onLateAnswer: ignore
  })
  if (outcome.type !== 'completed') throw new Error(`The call came to nothing: ${JSON.stringify(outcome)}`)
}
