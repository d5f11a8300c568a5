/** Round trip of a tool call through the host core (registry, process line, client) against a bare pipe. */
import { randomUUID } from 'node:crypto'
import type { Servers } from '../../servers/interface'
import { connectBare } from './bare-client'
import { countRounds, percentile } from './rows'
import type { Effort, Row } from './rows'
import { exampleServer, startServers } from './servers'

/** Makes one call; rejects where it comes to nothing, because a failure is fast. */
type Call = (message: string) => Promise<void>

export async function measureToolCalls(effort: Effort): Promise<Row[]> {
  const { all, warmUps } = countRounds(effort)
  const callsARun = effort.isShort ? 20 : 500
  const { servers, close } = await startServers(['bench'])
  const bare = await connectBare(exampleServer.command, exampleServer.args)
  const ways: Record<'ours' | 'theirs', Call> = {
    ours: (message) => callThroughHost(servers, message),
    theirs: async (message) => {
      const { result } = await bare.callTool('echo', { message })
      if (result === undefined) throw new Error('The bare call failed.')
    }
  }
  const rows: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
  for (let run = 0; run < all; run++)
    for (const way of ['ours', 'theirs'] as const) {
      const microseconds = await timeCalls(ways[way], callsARun)
      if (run >= warmUps) rows[way].push(microseconds)
    }
  await bare.close()
  await close()
  return [{ name: 'tool call round trip', unit: 'µs', ...rows, budget: null }]
}

async function callThroughHost(servers: Servers, message: string): Promise<void> {
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

/** Median of the times. */
async function timeCalls(call: Call, count: number): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await call(`hello ${index}`)
    times.push((performance.now() - start) * 1_000)
  }
  return percentile(times, 0.5)
}
