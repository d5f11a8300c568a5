import { expect, it } from 'vitest'
import { knownDecisions, unknownDecisions, wrongDecisions } from './decisions.mjs'

const sections = '## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n\n## Alternatives\n\nD.\n'

function record(number, name = 'name') {
  return {
    file: `${number}-${name}.md`,
    text: `# ${number}: A title\n\nStatus: accepted 2026-11-22, updated 2026-11-29\n\n${sections}`
  }
}

const readme = [
  'next free number: **0005**',
  '- [0001](0001-name.md) A title',
  '- [0004](0004-name.md) A title',
  '| Number | Subject | Now in |',
  '|---|---|---|',
  '| 0002 | something | [0001](0001-name.md) |',
  '## Numbers that were never used',
  '0003.'
].join('\n')

const records = [record('0001'), record('0004')]

it('accepts records that follow the template and a README that explains every number', () => {
  expect(wrongDecisions(records, readme)).toEqual([])
})

it('reports a record without the title and status of the template', () => {
  const text = `# 0004 A title\n\n2026-11-22 · accepted\n\n${sections}`
  expect(wrongDecisions([record('0001'), { ...record('0004'), text }], readme)).toContain(
    '0004-name.md doesn\'t begin with "# NNNN: Title" and "Status: accepted YYYY-MM-DD"'
  )
})

it.each([
  ['a missing section', (text) => text.replace('## Alternatives\n\nD.\n', '')],
  ['an additional section', (text) => `${text}\n## Measured\n\nE.\n`],
  [
    'sections in another order',
    (text) => text.replace('Decision', 'X').replace('Context', 'Decision').replace('X', 'Context')
  ]
])('reports %s', (_, change) => {
  const [first, second] = records
  expect(wrongDecisions([first, { ...second, text: change(second.text) }], readme)).toEqual([
    "0004-name.md doesn't have the sections Context, Decision, Consequences, Alternatives"
  ])
})

it('reports a file whose title has another number', () => {
  const renamed = { ...record('0002'), file: '0004-name.md' }
  expect(wrongDecisions([record('0001'), renamed], readme)).toContain(
    '0004-name.md has the number 0002 in its title'
  )
})

it('reports a record that the index leaves out or names differently', () => {
  const other = readme.replace('- [0001](0001-name.md) A title', '- [0001](0001-name.md) Another title')
  expect(wrongDecisions(records, other)).toEqual([
    'README.md doesn\'t list "- [0001](0001-name.md) A title" once'
  ])
})

it('reports a number with no meaning and a number with two', () => {
  expect(wrongDecisions(records, readme.replace('0003.', ''))).toEqual([
    '0003 must be one record, one merged number or one unused number'
  ])
  expect(wrongDecisions(records, readme.replace('0003.', '0003, 0002.'))).toEqual([
    '0002 must be one record, one merged number or one unused number'
  ])
})

it('reports an outdated next free number', () => {
  expect(wrongDecisions(records, readme.replace('**0005**', '**0004**'))).toEqual([
    'README.md doesn\'t say "next free number: **0005**"'
  ])
})

it('reports references to numbers that no record and no table explains', () => {
  const known = knownDecisions(records, readme)
  expect([...known].sort()).toEqual(['0001', '0002', '0004'])
  const text =
    '// See docs/decisions/0002 and decision 0003.\n[0001](0001-name.md) [0009](x.md) id 0008, Decision 0003'
  expect(unknownDecisions(text, known)).toEqual(['decision 0003', 'decision 0009'])
})
