/**
 * Calls that cost most to look through: how long each takes, and the longest time for which nothing else got its turn
 * meanwhile, which is the figure with a budget.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { JsonObject, JsonValue } from '../../contract/json'
import { createProvenance } from '../../provenance/provenance'
import { createProse, createRandom } from './made-up-text'
import type { Prose } from './made-up-text'
import type { Effort, Row } from './rows'
import { callIn, conversationOf, timed } from './waiting-call'

interface WorstCase {
  readonly name: string
  readonly texts: readonly string[]
  readonly args: JsonObject
}

/** In milliseconds. */
interface Run {
  readonly time: number
  readonly stall: number
}

/** Of the main process, in milliseconds of its processor. */
const longestStall = 50

/**
 * How often a case is measured, and for how long at least: the best of three times of a few milliseconds depends on when the
 * code happens to be compiled.
 */
const repetitions = { least: 3, most: 60 }
const leastMilliseconds = 600

export async function measureWorstCases({ isShort }: Effort): Promise<Row[]> {
  const measured: (Run & { readonly name: string })[] = []
  for (const { name, texts, args } of worstCases()) {
    const call = callIn(conversationOf(texts), args)
    const runs = [await measureOnce(call)]
    while (!isShort && !isEnough(runs)) runs.push(await measureOnce(call))
    const time = Math.min(...runs.map((run) => run.time))
    // Code that is not compiled yet stalls longer, and a person meets it so.
    const stall = Math.min(...runs.slice(0, repetitions.least).map((run) => run.stall))
    measured.push({ name, time, stall })
  }
  const rows = measured.map(({ name, time, stall }) => {
    return { name: `search: ${name}`, unit: 'ms', ours: [time], theirs: [stall], budget: null }
  })
  const worst = Math.max(...measured.map(({ stall }) => stall))
  return [
    ...rows,
    { name: 'longest stall', unit: 'ms', ours: [worst], limit: longestStall, budget: 1, follows: 'speed' }
  ]
}

function isEnough(runs: readonly Run[]): boolean {
  if (runs.length < repetitions.least) return false
  const spent = runs.reduce((sum, { time }) => sum + time, 0)
  return spent >= leastMilliseconds || runs.length >= repetitions.most
}

async function measureOnce(call: ReturnType<typeof callIn>): Promise<Run> {
  const provenance = createProvenance()
  const endWatch = watchStalls()
  await provenance.learn('c', call)
  const { time } = await timed(() => provenance.findFlows(call))
  return { time, stall: endWatch() }
}

function worstCases(): readonly WorstCase[] {
  const random = createRandom()
  const prose = createProse(random)
  const bytes = Buffer.from(Array.from({ length: 750_000 }, () => Math.floor(random() * 256)))
  const text = prose(1_000_000)
  const texts = Array.from({ length: 10 }, (_, part) => text.slice(part * 100_000, (part + 1) * 100_000))
  const passage = prose(200)
  const many = (count: number, make: () => string) => Array.from({ length: count }, make)
  return [
    { name: 'arguments of 100 kB', texts, args: { body: prose(100_000) } },
    { name: 'arguments of 1 MB', texts, args: { body: prose(1_000_000) } },
    { name: '1 MB of base64', texts, args: { file: bytes.toString('base64') } },
    {
      name: '10,000 short sources',
      texts: many(10_000, () => prose(90)),
      args: { body: prose(2_000) }
    },
    { name: 'the same passage 5,000 times', texts: many(5_000, () => passage), args: { body: passage } },
    { name: 'one letter', texts: ['a'.repeat(100_000)], args: { body: 'a'.repeat(100_000) } },
    {
      name: 'eight letters over and over',
      texts: ['abcdefgh'.repeat(12_000)],
      args: { body: 'abcdefgx'.repeat(12_000) }
    },
    { name: 'deep arguments', texts, args: { deep: nestDeeply(prose) } },
    { name: 'encoded five times over', texts, args: { body: encodeOften(prose(20_000)) } },
    { name: '10,000 arguments', texts, args: { list: many(10_000, () => prose(40)) } }
  ]
}

function nestDeeply(prose: Prose): JsonValue {
  let deep: JsonValue = prose(50)
  for (let level = 0; level < 2_000; level++)
    deep = level % 2 === 0 ? { [`key-${level}`]: deep } : [deep, level]
  return deep
}

function encodeOften(text: string): string {
  let encoded = text
  for (let round = 0; round < 5; round++) encoded = Buffer.from(encoded).toString('base64')
  return encoded
}

/**
 * The returned function ends the watch and says the most time, in milliseconds of the processor, that was used between two
 * turns: what else the machine does meanwhile is no stall of ours.
 */
function watchStalls(): () => number {
  let longest = 0
  let last = usedMilliseconds()
  let isOver = false
  const tick = (): void => {
    const now = usedMilliseconds()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  return () => {
    isOver = true
    tick()
    return longest
  }
}

/** By this thread. */
function usedMilliseconds(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
