/**
 * Why a contained server ended, as far as it can be known: the walls tell a signal as an exit code, the system says nothing of what it
 * refused, and what was seen a moment before says the rest. Pure.
 */
import { constants } from 'node:os'
import { otherPlaceCode, describeOtherPlace } from '../../../sandbox/launch/check-inside'
import type { ReportedLimit } from '../../../contract/consent/file-activity'
import type { LocalizedText } from '../../../contract/localized-text'
import { say } from '../../../texts/render-localized'
import type { ProcessEnd } from './server-process'

export interface SeenBefore {
  /** The last lines of its error output. */
  readonly errors: readonly string[]
  /** Bytes when it was last looked at; null: it never was. */
  readonly memoryHeld: number | null
  readonly memoryMb: number
  /** Packages whose install scripts did not run. */
  readonly leftOut: readonly string[]
}

export interface ExplainedEnd {
  readonly said: LocalizedText
  /** What its limit of memory has to do with it; null: nothing that is known. */
  readonly memory: Extract<ReportedLimit['course'], 'refused' | 'likely'> | null
}

/** What runtimes say when the system gives them no more. */
const outOfMemory = new RegExp(
  [
    /out of memory|cannot allocate memory|(?:not enough|insufficient) memory|bad_alloc|\bENOMEM\b/,
    /\b(?:No)?MemoryError\b|OutOfMemoryError|heap limit|failed to allocate|allocation (?:of \d+ bytes )?failed/
  ]
    .map(({ source }) => source)
    .join('|'),
  'i'
)
/** By which the system, or a runtime that got no memory, ends a program. */
const hardSignals = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGBUS', 'SIGILL']
const longestWords = 200
/** Of what it may take, at the last look: the rest is taken before the next one by whatever ends for want of it. */
const nearLimit = 0.5

/** Null: nothing more is known than how it ended. */
export function explainEnd(
  end: ProcessEnd,
  { errors, memoryHeld, memoryMb, leftOut }: SeenBefore
): ExplainedEnd | null {
  const signal = signalOf(end)
  const isEnded = end.exitCode !== 0 || signal !== null
  if (end.exitCode === otherPlaceCode && errors.some((line) => line.includes(describeOtherPlace)))
    return { said: say('containment.placeSwapped'), memory: null }
  const words = errors.find((line) => outOfMemory.test(line))?.slice(0, longestWords)
  if (isEnded && words !== undefined)
    return { said: say('containment.memoryRefused', { words, allowed: memoryMb }), memory: 'refused' }
  const failed = signal === null && isEnded && end.exitCode !== null ? `${end.exitCode}` : null
  if (leftOut.length > 0 && failed !== null) {
    const said = say('containment.scriptsLeftOut', { exitCode: failed, names: leftOut.join(', ') })
    return { said, memory: null }
  }
  const held = memoryHeld === null ? null : Math.round(memoryHeld / 1_048_576)
  const isNear = held !== null && held >= memoryMb * nearLimit
  const isHard = signal !== null && hardSignals.includes(signal)
  if (!isHard && (failed === null || !isNear)) return null
  const ending = isHard ? { by: 'signal', word: signal } : { by: 'code', word: failed ?? '' }
  if (held === null)
    return { said: say('containment.endedUnseen', { ...ending, allowed: memoryMb }), memory: null }
  const seen = { ...ending, held, allowed: memoryMb }
  // Programs end with a code for many reasons; by these signals hardly for another one, when so much is taken.
  return isHard && isNear
    ? { said: say('containment.memoryLikely', seen), memory: 'likely' }
    : { said: say('containment.memoryPossible', seen), memory: null }
}

/**
 * bubblewrap and shells end with 128 and the number of the signal. Programs may end with such a number themselves: 159 would be
 * SIGSYS, which the filter of system calls never sends, and is what .NET ends with when it finds no folder to unpack itself into.
 */
function signalOf({ exitCode, signal }: ProcessEnd): string | null {
  if (signal !== null || exitCode === null || exitCode <= 128) return signal
  if (exitCode === 128 + constants.signals.SIGSYS) return null
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0] ?? null
}
