import { expect, it } from 'vitest'
import { describeDecisions, wrongDecisions } from './decisions.mjs'

function decision(number, status = 'accepted', name = 'name') {
  return {
    file: `${number}-${name}.md`,
    text: `# ${number} A title\n\n2026-11-22 · ${status}\n\n## Context\n\nWords.\n`
  }
}

it('finds nothing where each has its number and those that replace each other say so', () => {
  const decisions = [
    decision('0001', 'accepted · its table superseded by [0003](0003-name.md)'),
    decision('0002'),
    decision(
      '0003',
      'accepted · goes with [0002](0002-name.md) · supersedes the table of\n[0001](0001-name.md)'
    )
  ]
  expect(wrongDecisions(decisions)).toEqual([])
})

it('finds two of one number', () => {
  expect(wrongDecisions([decision('0001'), decision('0001', 'accepted', 'other')])).toEqual([
    '0001-other.md has the number of 0001-name.md'
  ])
})

it('finds one that calls itself otherwise, or begins otherwise', () => {
  const renamed = { ...decision('0001'), file: '0002-name.md' }
  const odd = { file: '0003-name.md', text: '# 0003: A title\n\n2026-11-22, accepted.\n' }
  expect(wrongDecisions([renamed, odd])).toEqual([
    '0002-name.md calls itself 0001',
    `0003-name.md doesn't begin with "# NNNN Title", a blank line and "date · status"`
  ])
})

it('finds a replacement that only one side tells of', () => {
  expect(
    wrongDecisions([decision('0001'), decision('0002', 'accepted · supersedes [0001](0001-name.md)')])
  ).toEqual(["0001 doesn't say that 0002 supersedes it"])
  expect(wrongDecisions([decision('0001', 'superseded by [0002](0002-name.md)'), decision('0002')])).toEqual([
    "0002 doesn't say that it supersedes 0001"
  ])
})

it('lists all of them below what stands above the list, however often', () => {
  const decisions = [decision('0001'), decision('0002', 'accepted · adds to\n[0001](0001-name.md)')]
  const page = describeDecisions('# Decisions\n\nAppend only.\n', decisions)
  expect(page).toBe(
    [
      '# Decisions',
      '',
      'Append only.',
      '',
      '| Number | Decision | Date | Status |',
      '|---|---|---|---|',
      '| [0001](0001-name.md) | A title | 2026-11-22 | accepted |',
      '| [0002](0002-name.md) | A title | 2026-11-22 | accepted · adds to [0001](0001-name.md) |',
      ''
    ].join('\n')
  )
  expect(describeDecisions(page, decisions)).toBe(page)
})
