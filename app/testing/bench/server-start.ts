/**
 * Time until servers are connected and their tools are listed: ten and the first of thirty against one, thirty against
 * as many bare pipes.
 */
import { connectBare } from './bare-client'
import { countBenchRounds } from './rows'
import type { Effort, BenchRow } from './rows'
import { exampleServer, startServers } from './bench-servers'

const sizes = { long: { some: 10, many: 30 }, short: { some: 2, many: 2 } }
/** Limit for a single server. */
const firstOfMany = 1.5
/** Of bare pipes. */
const allOfMany = 1.1

interface Times {
  readonly first: number
  readonly all: number
}

export async function measureServerStart(effort: Effort): Promise<BenchRow[]> {
  const { all, warmUps } = countBenchRounds(effort)
  const { some, many: count } = sizes[effort.isShort ? 'short' : 'long']
  const taken: { readonly one: number; readonly ten: number; readonly many: Times; readonly bare: number }[] =
    []
  for (let run = 0; run < all; run++) {
    const one = (await timeStart(1)).all
    const ten = (await timeStart(some)).all
    const bare = await timeBare(count)
    const times = { one, ten, bare, many: await timeStart(count) }
    if (run >= warmUps) taken.push(times)
  }
  const alone = taken.map(({ one }) => one)
  return [
    {
      name: 'ten servers connected',
      unit: 'ms',
      budget: null,
      ours: taken.map(({ ten }) => ten),
      theirs: alone
    },
    {
      name: `${count} servers, first ready`,
      unit: 'ms',
      budget: firstOfMany,
      ours: taken.map((times) => times.many.first),
      theirs: alone
    },
    {
      name: `${count} servers, all ready`,
      unit: 'ms',
      budget: allOfMany,
      ours: taken.map((times) => times.many.all),
      theirs: taken.map(({ bare }) => bare)
    }
  ]
}

async function timeStart(count: number): Promise<Times> {
  const names = Array.from({ length: count }, (_, index) => `bench-${index}`)
  const start = performance.now()
  let first: number | null = null
  const { close } = await startServers(names, () => (first ??= performance.now() - start))
  const all = performance.now() - start
  await close()
  return { first: first ?? all, all }
}

/** Each until its first page of tools has arrived. */
async function timeBare(count: number): Promise<number> {
  const start = performance.now()
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = await connectBare(exampleServer.command, exampleServer.args)
      await client.listTools()
      return client
    })
  )
  const elapsed = performance.now() - start
  await Promise.all(clients.map((client) => client.close()))
  return elapsed
}
