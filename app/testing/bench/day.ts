/**
 * A scripted day through the whole core: turns with many calls, each in a conversation of its own, conversations that are
 * opened again, servers that are restarted. What its memory holds at the end, after a collection, against what it held when a
 * fifth of the day was over: what was there for the first time is there by then.
 */
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openCoreCalls } from './core-calls'
import type { CoreCalls } from './core-calls'
import type { Effort, Row } from './rows'

const turns = { long: 200, short: 5 }
const callsOfTurn = 20
const restartEvery = 20
/** Of what it held. */
const mostGrowth = 1.05

/** Once: it is long, and a collection leaves nothing to chance. */
export async function measureDay({ isShort }: Effort): Promise<Row[]> {
  const core = await openCoreCalls()
  const count = isShort ? turns.short : turns.long
  const early = Math.ceil(count / 5)
  const held = new Map<number, number>()
  try {
    for (let turn = 1; turn <= count; turn++) {
      await spend(core, turn)
      if (turn === early || turn === count) held.set(turn, await heldMegabytes())
    }
  } finally {
    await core.close()
  }
  const at = (turn: number): number[] => [held.get(turn) ?? Number.NaN]
  return [
    {
      name: 'memory, end of a scripted day',
      unit: 'MB',
      ours: at(count),
      theirs: at(early),
      budget: mostGrowth
    }
  ]
}

async function spend(core: CoreCalls, turn: number): Promise<void> {
  await core.inTurn(async (call) => {
    for (let number = 0; number < callsOfTurn; number++) await call(`What was found in step ${number}`)
  })
  const { conversations } = await core.host.handlers['app.snapshot']({})
  const one = conversations[turn % conversations.length]
  if (one !== undefined)
    await core.host.handlers['conversation.read']({ conversationId: one.id, lastId: null, limit: 50 })
  if (turn % restartEvery === 0) await core.restartServer()
}

/** Twice: what the first one lets go of may hold something itself. */
async function heldMegabytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 2; round++) {
    collect()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}
