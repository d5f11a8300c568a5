import fs from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { lookAlikeLetters } from './look-alike-letters.mjs'

it('lists the look-alike letters of the Unicode table (to update: node scripts/look-alikes.mjs)', () => {
  expect(fs.readFileSync(inProject('app/base/look-alike-letters.ts'), 'utf8')).toBe(lookAlikeLetters())
})
