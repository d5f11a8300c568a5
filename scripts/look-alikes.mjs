// `node scripts/look-alikes.mjs`: writes the letters that look like Latin ones, after a new version of their table.

import fs from 'node:fs'
import { lookAlikeLetters } from './build/look-alike-letters.mjs'
import { inProject } from './process/paths.mjs'

fs.writeFileSync(inProject('app/base/look-alike-letters.ts'), lookAlikeLetters())
