/**
 * Why a contained server ended, as far as it can be known: the walls tell a signal as an exit code, the system says nothing of what it
 * refused, and what was seen a moment before says the rest. Pure.
 */
import { constants } from 'node:os'
import { otherPlaceCode, otherPlaceWords } from '../../../containment/sandbox/check-inside'
import type { Said } from '../../../contract/said'
import { say } from '../../../texts/said'
import type { ProcessEnd } from './server-process'

export interface SeenBefore {
  /** The last lines of its error output. */
  readonly errors: readonly string[]
  /** Bytes at the last look; null: there was none. */
  readonly memoryHeld: number | null
  readonly memoryMb: number
  /** Packages whose install scripts did not run. */
  readonly leftOut: readonly string[]
}

/** What runtimes say when the system gives them no more. */
const outOfMemory =
  /out of memory|cannot allocate memory|bad_alloc|\bENOMEM\b|\bMemoryError\b|OutOfMemoryError|heap limit|allocation failed/i
/** By which the system, or a runtime that got no memory, ends a program. */
const hardSignals = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGSYS']
const longestWords = 200

/** Null: nothing more is known than how it ended. */
export function explainEnd(
  end: ProcessEnd,
  { errors, memoryHeld, memoryMb, leftOut }: SeenBefore
): Said | null {
  const signal = signalOf(end)
  const isEnded = end.exitCode !== 0 || signal !== null
  if (end.exitCode === otherPlaceCode && errors.some((line) => line.includes(otherPlaceWords)))
    return say('containment.placeSwapped')
  const words = errors.find((line) => outOfMemory.test(line))?.slice(0, longestWords)
  if (isEnded && words !== undefined) return say('containment.memoryRefused', { words, allowed: memoryMb })
  if (signal !== null && hardSignals.includes(signal)) {
    const held = memoryHeld === null ? 0 : Math.round(memoryHeld / 1_048_576)
    return say('containment.endedHard', { signal, held, allowed: memoryMb })
  }
  if (isEnded && leftOut.length > 0 && end.exitCode !== null)
    return say('containment.scriptsLeftOut', { exitCode: `${end.exitCode}`, names: leftOut.join(', ') })
  return null
}

/** bubblewrap and shells end with 128 and the number of the signal. */
function signalOf({ exitCode, signal }: ProcessEnd): string | null {
  if (signal !== null || exitCode === null || exitCode <= 128) return signal
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0] ?? null
}
