/**
 * Explains why a sandboxed server ended, as far as possible. The sandbox turns a signal into an exit code, and the
 * system doesn't report what it denied, so earlier observations are used. Pure.
 */
import { constants } from 'node:os'
import { otherPlaceCode, describeOtherPlace } from '../../../sandbox/launch/check-inside'
import type { ReportedLimit } from '../../../contract/consent/file-activity'
import type { LocalizedText } from '../../../contract/localized-text'
import { say } from '../../../texts/render-localized'
import type { ProcessEnd } from './server-process'

export interface EndEvidence {
  /** The last lines of its stderr. */
  readonly errors: readonly string[]
  /** Bytes at the last check; null if it was never checked. */
  readonly memoryHeld: number | null
  readonly memoryMb: number
  /** Packages whose install scripts did not run. */
  readonly leftOut: readonly string[]
}

export interface ExplainedExit {
  readonly said: LocalizedText
  /** Whether its memory limit was the reason; null if there is no sign of that. */
  readonly memory: Extract<ReportedLimit['course'], 'refused' | 'likely'> | null
}

/** Messages of runtimes that get no more memory. */
const outOfMemory = new RegExp(
  [
    /out of memory|cannot allocate memory|(?:not enough|insufficient) memory|bad_alloc|\bENOMEM\b/,
    /\b(?:No)?MemoryError\b|OutOfMemoryError|heap limit|failed to allocate|allocation (?:of \d+ bytes )?failed/
  ]
    .map(({ source }) => source)
    .join('|'),
  'i'
)
/** Signals with which the system, or a runtime without memory, ends a program. */
const hardSignals = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGBUS', 'SIGILL']
const longestWords = 200
/**
 * Fraction of the limit at the last check: a program that fails for lack of memory takes the rest before the next
 * check.
 */
const nearLimit = 0.5

/** Null if nothing more is known than the exit code or signal. */
export function explainExit(
  end: ProcessEnd,
  { errors, memoryHeld, memoryMb, leftOut }: EndEvidence
): ExplainedExit | null {
  const signal = signalOf(end)
  const isEnded = end.exitCode !== 0 || signal !== null
  if (end.exitCode === otherPlaceCode && errors.some((line) => line.includes(describeOtherPlace)))
    return { said: say('containment.placeSwapped'), memory: null }
  const words = errors.find((line) => outOfMemory.test(line))?.slice(0, longestWords)
  if (isEnded && words !== undefined)
    return { said: say('containment.memoryRefused', { words, allowed: memoryMb }), memory: 'refused' }
  const failed = signal === null && isEnded && end.exitCode !== null ? `${end.exitCode}` : null
  if (leftOut.length > 0 && failed !== null) {
    const text = say('containment.scriptsLeftOut', { exitCode: failed, names: leftOut.join(', ') })
    return { said: text, memory: null }
  }
  const used = memoryHeld === null ? null : Math.round(memoryHeld / 1_048_576)
  const isNear = used !== null && used >= memoryMb * nearLimit
  const isHard = signal !== null && hardSignals.includes(signal)
  if (!isHard && (failed === null || !isNear)) return null
  const ending = isHard ? { by: 'signal', word: signal } : { by: 'code', word: failed ?? '' }
  if (used === null)
    return { said: say('containment.endedUnseen', { ...ending, allowed: memoryMb }), memory: null }
  const seen = { ...ending, used, allowed: memoryMb }
  // Programs exit with a code for many reasons. With these signals and high memory use, another reason is unlikely.
  return isHard && isNear
    ? { said: say('containment.memoryLikely', seen), memory: 'likely' }
    : { said: say('containment.memoryPossible', seen), memory: null }
}

/**
 * bubblewrap and shells exit with 128 plus the number of the signal. Programs may use such a code themselves: 159 would
 * be SIGSYS, which the filter of system calls never sends, and .NET exits with it if it finds no folder to extract
 * itself into.
 */
function signalOf({ exitCode, signal }: ProcessEnd): string | null {
  if (signal !== null || exitCode === null || exitCode <= 128) return signal
  if (exitCode === 128 + constants.signals.SIGSYS) return null
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0] ?? null
}
