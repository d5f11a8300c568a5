import fs from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { lookAlikeLetters } from './look-alike-letters.mjs'

it('the letters that look like Latin ones are those of the table: else run node scripts/look-alikes.mjs', () => {
  expect(fs.readFileSync(inProject('app/base/look-alike-letters.ts'), 'utf8')).toBe(lookAlikeLetters())
})
