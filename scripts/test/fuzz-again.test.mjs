import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { fuzzAgain } from './fuzz-again.mjs'

test('names everything that decides what the tests do in the command to repeat them', () => {
  const args = fuzzAgain({ seed: 7, times: 3, calls: 50 }).split(' -- ')[1].split(' ')
  const source = fs.readFileSync(inProject('scripts/fuzz.mjs'), 'utf8')
  const names = [...source.matchAll(/^ {6}(\w+): \{ type: 'string'/gmu)].map(([, name]) => name)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  expect({ ...parseArgs({ args, options }).values }).toEqual({
    minutes: '0',
    seed: '7',
    times: '3',
    calls: '50'
  })
  expect(names.toSorted()).toEqual(['calls', 'minutes', 'seed', 'times'])
})
