/** Round trip of a tool call through the host core (registry, process line, client) against a bare pipe. */
import { connectBare } from './bare-client.mjs'
import { contentOf, startServers } from './core.mjs'
import { figure, median } from './statistics.mjs'

const callsARun = 500

export async function measureToolCalls(core, { program, runs }) {
  const host = startServers(core, contentOf(['bench'], program))
  const bare = await connectBare(program)
  await host.connected(1)
  const ways = {
    host: (message) =>
      host.servers.callTool({
        callId: crypto.randomUUID(),
        serverName: 'bench',
        toolName: 'echo',
        arguments: { message },
        signal: new AbortController().signal,
        onProgress: () => {}
      }),
    bare: (message) => bare.callTool('echo', { message })
  }
  const rows = { host: [], bare: [] }
  for (let run = 0; run <= runs; run++) {
    for (const [name, call] of Object.entries(ways)) {
      const microseconds = await time(call)
      if (run > 0) rows[name].push(microseconds) // the first run warms both up
    }
  }
  bare.close()
  await host.close()
  return [
    figure({ name: 'tool call round trip', unit: 'µs', ours: rows.host, theirs: rows.bare, budget: null })
  ]
}

/** Median time of one call. */
async function time(call) {
  const times = []
  for (let index = 0; index < callsARun; index++) {
    const start = performance.now()
    await call(`hello ${index}`)
    times.push((performance.now() - start) * 1_000)
  }
  return median(times)
}
