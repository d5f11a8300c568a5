import { expect, it } from 'vitest'
import { toEnglish } from '../../../texts/render-localized'
import { explainExit, type EndEvidence } from './explain-exit'

const quiet: EndEvidence = { errors: [], memoryHeld: null, memoryMb: 256, leftOut: [] }
const told = (exitCode: number | null, signal: string | null, seen: Partial<EndEvidence> = {}) => {
  const explained = explainExit({ exitCode, signal }, { ...quiet, ...seen })
  return explained === null ? null : toEnglish(explained.said)
}
const memoryIn = (exitCode: number | null, signal: string | null, seen: Partial<EndEvidence> = {}) =>
  explainExit({ exitCode, signal }, { ...quiet, ...seen })?.memory
const megabytes = (count: number) => ({ memoryHeld: count * 1_048_576 })

it.each([
  ['Node', 134, 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'],
  ['Python', 1, 'MemoryError'],
  ['Java', 1, 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space'],
  ['C++', 134, `terminate called after throwing an instance of 'std::bad_alloc'`],
  ['Ruby', 1, "server.rb:3:in `*': failed to allocate memory (NoMemoryError)"],
  ['Rust', 134, 'memory allocation of 1073741824 bytes failed'],
  ['Perl', 1, 'Out of memory in perl:util:safesysmalloc'],
  ['.NET', 134, 'Out of memory.'],
  ['the JVM', 1, 'There is insufficient memory for the Java Runtime Environment to continue.'],
  ['Go', 2, 'fatal error: runtime: cannot allocate memory'],
  ['the shell', 2, 'sh: 1: Cannot fork: Cannot allocate memory']
])('recognizes the out-of-memory message of %s', (_what, code, line) => {
  expect(told(code, null, { errors: ['starting', line] })).toContain(`“${line}”. Its limit is 256 MB`)
  expect(memoryIn(code, null, { errors: ['starting', line] })).toBe('refused')
})

it('reports probably its memory limit if a fatal signal ended a program with high memory use, with both numbers', () => {
  for (const end of [
    [137, null],
    [139, null],
    [null, 'SIGKILL']
  ] as const) {
    const name = end[0] === 139 ? 'SIGSEGV' : 'SIGKILL'
    expect(told(end[0], end[1], megabytes(240))).toContain(
      `ended by ${name}, probably because it ran out of memory. Its limit is 256 MB, and it used 240 MB at the last check.`
    )
    expect(memoryIn(end[0], end[1], megabytes(240))).toBe('likely')
  }
})

it('reports possibly its memory limit if the use was low or unknown, or if there is only an exit code', () => {
  const [little, unseen] = [told(139, null, megabytes(20)), told(133, null)]
  expect(little).toContain(
    'ended by SIGSEGV. The cause may be an error in the server, or its memory limit of 256 MB'
  )
  expect(little).toContain('At the last check it used 20 MB')
  expect(unseen).toContain('ended by SIGTRAP before Parley could check')
  expect(unseen).toContain('may be an error in the server, or its memory limit of 256 MB')
  expect(told(3, null, megabytes(200))).toContain('ended with exit code 3. The cause may be')
  for (const seen of [megabytes(20), {}]) expect(memoryIn(139, null, seen)).toBeNull()
  expect(memoryIn(3, null, megabytes(200))).toBeNull()
})

it('reports that an allowed path has changed', () => {
  const errors = ['parley: what is open is no longer what was looked at']
  expect(told(125, null, { errors })).toContain('was replaced while it started')
  expect(told(125, null)).toBeNull()
})

it('names the install scripts that did not run if it ends with a failure', () => {
  expect(told(1, null, { leftOut: ['better-sqlite3'] })).toContain('better-sqlite3')
  expect(told(0, null, { leftOut: ['better-sqlite3'] })).toBeNull()
})

it('adds nothing to an end without further information', () => {
  for (const end of [
    [0, null],
    [7, null],
    [143, null],
    [null, 'SIGTERM'],
    [null, null]
  ] as const)
    expect(told(end[0], end[1])).toBeNull()
})

it('treats exit code 159 of .NET as a code, not as a system call that the sandbox forbids', () => {
  expect(told(159, null)).toBeNull()
  expect(told(159, null, megabytes(200))).toContain('with exit code 159')
})
