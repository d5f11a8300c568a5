/** Time until ten servers are connected, all of their tools listed, against one. */
import { countRounds } from './rows'
import type { Effort, Row } from './rows'
import { startServers } from './servers'

export async function measureServerStart(effort: Effort): Promise<Row[]> {
  const { all, warmUps } = countRounds(effort)
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < all; run++) {
    const one = await timeStart(1)
    const ten = await timeStart(10)
    if (run < warmUps) continue
    ours.push(ten)
    theirs.push(one)
  }
  return [{ name: 'ten servers connected', unit: 'ms', ours, theirs, budget: null }]
}

async function timeStart(count: number): Promise<number> {
  const names = Array.from({ length: count }, (_, index) => `bench-${index}`)
  const start = performance.now()
  const { close } = await startServers(names)
  const elapsed = performance.now() - start
  await close()
  return elapsed
}
