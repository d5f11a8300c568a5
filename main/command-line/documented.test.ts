/** What docs/command-line.md promises of commands, options and exit codes is what there is. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { commandLineNames } from './request/command-names'
import { toExitCode, exitCodes } from './request/exit-codes'
import { helpText, usageText } from './request/usage'

const text = readFileSync(fileURLToPath(new URL('../../docs/command-line.md', import.meta.url)), 'utf8')
const rows = text.split('\n').flatMap((line) => /^\| (.+?) \| /u.exec(line)?.[1] ?? [])

it('every command stands there as it is written, and none that there is not', () => {
  const written = rows.flatMap(
    (row) => /^`([a-z][a-z-]*)(.*)`$/u.exec(row)?.slice(1, 3).join('').replaceAll('\\', '') ?? []
  )
  expect(written.toSorted()).toEqual(
    [...commandLineNames.map((name) => usageText[name].slice('parley '.length)), 'help'].toSorted()
  )
})

it('every exit code stands there, and none that there is not', () => {
  const documented = rows.filter((row) => /^\d+$/u.test(row)).map(Number)
  expect(documented.toSorted((one, other) => one - other)).toEqual(
    Object.values(exitCodes).toSorted((one, other) => one - other)
  )
})

it('every option of the help stands there', () => {
  const options = [...helpText().matchAll(/--[a-z][a-z-]+/gu)].map(([option]) => option)
  expect(options.length).toBeGreaterThan(6)
  expect(options.filter((option) => !text.includes(`\`${option}`))).toEqual([])
})

it('a bug ends with 70, and what has no code of its own with 1', () => {
  expect(toExitCode('INTERNAL')).toBe(70)
  expect(toExitCode('TOOL_TIMEOUT')).toBe(1)
})
