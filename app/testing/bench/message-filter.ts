/** How long the process of the servers takes to filter all messages that it keeps. */
import { parseFilter } from '../../workbench/messages/message-filter'
import { MessageStore } from '../../workbench/messages/message-store'
import { countBenchRounds, type BenchRow, type Effort } from './rows'

const messageCount = 100_000
const mostMs = 50
const filters = ['text:"no such words"', 'method:*progress', 'ms>100 -error', 'kind:notification item']
const secrets = Array.from({ length: 20 }, (_, index) => `secret-of-the-bench-${index}`)

/** Of the slowest filter. */
export async function measureMessageFilter(effort: Effort): Promise<BenchRow[]> {
  const { all, warmUps } = countBenchRounds(effort)
  const store = fillStore()
  const ours: number[] = []
  for (let run = 0; run < all; run += 1) {
    const slowest = Math.max(...filters.map((filter) => timeFilter(store, `${filter} size>${run}`)))
    if (run >= warmUps) ours.push(slowest)
  }
  return [{ name: '100,000 messages filtered', unit: 'ms', follows: 'speed', ours, limit: mostMs, budget: 1 }]
}

function fillStore(): MessageStore {
  const store = new MessageStore()
  for (let index = 0; index < messageCount; index += 1) {
    const params = { progressToken: 1, progress: index, message: 'Working on the next item of the list' }
    const message = { jsonrpc: '2.0', method: 'notifications/progress', params }
    const text = JSON.stringify(message)
    store.keep({
      serverName: 'noisy',
      connectionId: 'one',
      index,
      at: index,
      direction: 'in',
      size: text.length,
      oddity: null,
      batch: null,
      text,
      message
    })
  }
  return store
}

/** Processor time. */
function timeFilter(store: MessageStore, filter: string): number {
  const query = { serverName: 'noisy', terms: parseFilter(filter).terms, secrets }
  const started = process.cpuUsage()
  while (store.find(query, null, 100) === undefined);
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}
