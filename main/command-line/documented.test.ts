/** Checks that the commands, options and exit codes in docs/command-line.md exist. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { commandLineNames } from './request/command-names'
import { toExitCode, exitCodes } from './request/exit-codes'
import { helpText, usageText } from './request/usage'

const text = readFileSync(fileURLToPath(new URL('../../docs/command-line.md', import.meta.url)), 'utf8')
const rows = text.split('\n').flatMap((line) => /^\| (.+?) \| /u.exec(line)?.[1] ?? [])

it('lists every command with its usage, and no other', () => {
  const written = rows.flatMap(
    (row) => /^`([a-z][a-z-]*)(.*)`$/u.exec(row)?.slice(1, 3).join('').replaceAll('\\', '') ?? []
  )
  expect(written.toSorted()).toEqual(
    [...commandLineNames.map((name) => usageText[name].slice('parley '.length)), 'help'].toSorted()
  )
})

it('lists every exit code, and no other', () => {
  const documented = rows.filter((row) => /^\d+$/u.test(row)).map(Number)
  expect(documented.toSorted((one, other) => one - other)).toEqual(
    Object.values(exitCodes).toSorted((one, other) => one - other)
  )
})

it('lists every option of the help', () => {
  const options = [...helpText().matchAll(/--[a-z][a-z-]+/gu)].map(([option]) => option)
  expect(options.length).toBeGreaterThan(6)
  expect(options.filter((option) => !text.includes(`\`${option}`))).toEqual([])
})

it('exits with 70 after a bug, and with 1 after an error without a code of its own', () => {
  expect(toExitCode('INTERNAL')).toBe(70)
  expect(toExitCode('TOOL_TIMEOUT')).toBe(1)
})
