// ARCHITECTURE.md says who may import whom, and the linter holds it: both must say the same of the core.

import fs from 'node:fs'
import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { inProject } from '../process/paths.mjs'

const { overrides } = parse(fs.readFileSync(inProject('.oxlintrc.json'), 'utf8'))
const { policies } = overrides.find(
  ({ files, rules }) => files.includes('app/**') && 'boundaries/dependencies' in rules
).rules['boundaries/dependencies'][1]
/** Everybody may import these two; their own rows say so. */
const everywhere = new Set(['texts', 'net', 'testing'])
/** The linter treats these as separate elements, although they are next to the areas. */
const own = new Set(['contract', 'host'])
const areas = fs
  .readdirSync(inProject('app'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !everywhere.has(entry.name))
  .map(({ name }) => name)

/** `{a,b}` as the linter reads it. */
const oneOf = (pattern = '*') => (pattern === '*' ? areas : pattern.replaceAll(/[{}]/g, '').split(','))

function isFor({ type, captured }, folder) {
  const types = oneOf(type)
  if (folder === 'mcp' && types.includes('mcp-room') && captured === undefined) return true
  if (folder === 'main' || folder === 'preload') return types.includes(folder)
  return types.includes('area') && oneOf(captured?.name).includes(folder)
}

function namesOf({ type, captured }) {
  const named = {
    contract: ['contract'],
    core: ['host'],
    area: oneOf(captured?.name).filter((name) => !own.has(name))
  }
  return oneOf(type).flatMap((one) => named[one] ?? [])
}

/** What the linter lets the folder import, of the core. */
function ruled(folder) {
  const allowed = new Set()
  for (const { from, allow = [], disallow = [] } of policies) {
    if (!isFor(from.element, folder)) continue
    for (const { to } of allow) for (const name of namesOf(to.element)) allowed.add(name)
    for (const { to } of disallow) for (const name of namesOf(to.element)) allowed.delete(name)
  }
  for (const name of [folder, ...everywhere]) allowed.delete(name)
  return [...allowed].sort()
}

/** What the table says of it. */
function told(folder) {
  const place = folder === 'main' || folder === 'preload' ? folder : `app/${folder}`
  const row = fs
    .readFileSync(inProject('ARCHITECTURE.md'), 'utf8')
    .split('\n')
    .map((line) => line.split(' | '))
    .find(
      ([folders, , ...rest]) => folders.startsWith('|') && rest.length > 0 && folders.includes(`\`${place}\``)
    )
  const words = row?.[2] ?? ''
  return areas.filter((area) => new RegExp(`(?<![\\w-])${area}(?![\\w-])`).test(words)).sort()
}

describe('who may import whom', () => {
  const folders = areas.filter((area) => area !== 'host' && area !== 'contract')
  it.each([...folders, 'main', 'preload'])('%s imports what its row in ARCHITECTURE.md says', (folder) => {
    expect(told(folder)).toEqual(ruled(folder))
    expect(told(folder)).not.toEqual([])
  })
})
