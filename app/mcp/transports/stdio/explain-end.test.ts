import { expect, it } from 'vitest'
import { toEnglish } from '../../../texts/said'
import { explainEnd, type SeenBefore } from './explain-end'

const quiet: SeenBefore = { errors: [], memoryHeld: null, memoryMb: 256, leftOut: [] }
const told = (exitCode: number | null, signal: string | null, seen: Partial<SeenBefore> = {}) => {
  const said = explainEnd({ exitCode, signal }, { ...quiet, ...seen })
  return said === null ? null : toEnglish(said)
}

it.each([
  ['Node', 134, 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'],
  ['Python', 1, 'MemoryError'],
  ['Java', 1, 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space'],
  ['C++', 134, `terminate called after throwing an instance of 'std::bad_alloc'`],
  ['Go', 2, 'fatal error: runtime: cannot allocate memory'],
  ['the shell', 2, 'sh: 1: Cannot fork: Cannot allocate memory']
])('tells in the words of %s that the system gave no more memory', (_what, code, line) => {
  expect(told(code, null, { errors: ['starting', line] })).toContain(`“${line}”. It may take 256 MB`)
})

it('names the signal that the walls told as a code, and what was held at the last look', () => {
  const held = { memoryHeld: 240 * 1_048_576 }
  for (const end of [
    [137, null],
    [null, 'SIGKILL']
  ] as const)
    expect(told(end[0], end[1], held)).toContain(
      'ended by SIGKILL. At the last look it held 240 MB of the 256 MB'
    )
  expect(told(133, null)).toContain('SIGTRAP')
})

it('says that what is open became another one', () => {
  const errors = ['parley: what is open is no longer what was looked at']
  expect(told(125, null, { errors })).toContain('became another one while it was started')
  expect(told(125, null)).toBeNull()
})

it('says which install scripts did not run where it ends with a failure', () => {
  expect(told(1, null, { leftOut: ['better-sqlite3'] })).toContain('better-sqlite3')
  expect(told(0, null, { leftOut: ['better-sqlite3'] })).toBeNull()
})

it('leaves an end alone of which nothing more is known', () => {
  for (const end of [
    [0, null],
    [7, null],
    [143, null],
    [null, 'SIGTERM'],
    [null, null]
  ] as const)
    expect(told(end[0], end[1])).toBeNull()
})
