/** Time until ten servers are connected, all of their tools listed, against one. */
import { contentOf, startServers } from './core.mjs'
import { figure } from './statistics.mjs'

export async function measureServerStart(core, { program, runs }) {
  const rows = { one: [], ten: [] }
  for (let run = 0; run <= runs; run++) {
    for (const [name, count] of [
      ['one', 1],
      ['ten', 10]
    ]) {
      const milliseconds = await startOnce(core, program, count)
      if (run > 0) rows[name].push(milliseconds)
    }
  }
  return [
    figure({ name: 'ten servers connected', unit: 'ms', ours: rows.ten, theirs: rows.one, budget: null })
  ]
}

async function startOnce(core, program, count) {
  const names = Array.from({ length: count }, (_, index) => `bench-${index}`)
  const start = performance.now()
  const host = startServers(core, contentOf(names, program))
  await host.connected(count)
  const elapsed = performance.now() - start
  await host.close()
  return elapsed
}
