/**
 * How long it takes to find out which text in the arguments of a call came from elsewhere, with 1 MB of results of four
 * servers in the conversation: arguments of 2 kB that carry one passage as it stands and one in base64. Every search
 * must find both, and counts with the better of two times. Reading the megabyte happens while results arrive and is told
 * apart. Then the calls that cost most.
 */
import { createProvenance } from '../../provenance/provenance'
import type { Provenance } from '../../provenance/interface'
import { createProse, createRandom } from './made-up-text'
import { countRounds, percentile } from './rows'
import type { Effort, Row } from './rows'
import { callIn, conversationOf, timed } from './waiting-call'
import { measureWorstCases } from './worst-cases'

const limitMilliseconds = 5
const messageCount = 20
const charactersOfMessage = 52_000

export async function measureDataFlow(effort: Effort): Promise<Row[]> {
  const { all, warmUps } = countRounds(effort)
  const found: number[] = []
  const read: number[] = []
  for (let run = 0; run < all; run++) {
    const times = await timeSearches(createProvenance(), effort.isShort ? 10 : 300)
    if (run < warmUps) continue
    found.push(times.found)
    read.push(times.read)
  }
  const limit = limitMilliseconds
  return [
    { name: 'data flow at 1 MB, p99', unit: 'ms', ours: found, limit, budget: 1 },
    { name: 'reading 1 MB of results', unit: 'ms', ours: read, limit, budget: null },
    ...(await measureWorstCases(effort))
  ]
}

async function timeSearches(provenance: Provenance, count: number): Promise<{ found: number; read: number }> {
  const random = createRandom()
  const prose = createProse(random)
  const texts = Array.from({ length: messageCount }, () => prose(charactersOfMessage))
  const messages = conversationOf(texts)
  const { time: read } = await timed(() => provenance.findFlows(callIn(messages, { nothing: '' })))
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const text = texts[index % messageCount] ?? ''
    const at = Math.floor(random() * (charactersOfMessage - 100))
    const call = callIn(messages, {
      body: `${prose(1_400)} ${text.slice(at, at + 40)} ${prose(600)}`,
      encoded: Buffer.from(text.slice(at + 40, at + 100)).toString('base64')
    })
    const first = await timed(() => provenance.findFlows(call))
    const second = await timed(() => provenance.findFlows(call))
    const paths = new Set(first.result.map(({ path }) => path))
    if (!paths.has('/body') || !paths.has('/encoded')) throw new Error('A passage was not found.')
    times.push(Math.min(first.time, second.time))
  }
  return { read, found: percentile(times, 0.99) }
}
