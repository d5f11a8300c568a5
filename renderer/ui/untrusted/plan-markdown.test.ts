import { expect, test } from 'vitest'
import { planMarkdown } from './plan-markdown'
import type { MarkdownPlan } from './plan-markdown'
import { BlockSettler, finalBlocks } from './split-markdown'

function writtenText({ pieces, rest }: MarkdownPlan): string {
  const laidOut = pieces.flatMap(({ blocks }) => blocks.map(({ source, plain }) => source + plain))
  return laidOut.join('') + rest
}

test.each([
  ['headings', '# A heading\n'.repeat(20_000)],
  ['paragraphs', 'Some words.\n\n'.repeat(20_000)],
  ['tables', '| a | b |\n| - | - |\n| c | d |\n\n'.repeat(10_000)],
  ['items', '- some words in an item\n'.repeat(20_000)]
])('formats as many of very many %s as the window can handle, and loses nothing', (_, text) => {
  const plan = planMarkdown(finalBlocks(text))
  expect(plan.rest).not.toBe('')
  expect(plan.pieces.length).toBeGreaterThan(10)
  expect(Math.max(...plan.pieces.map(({ cost }) => cost))).toBeLessThan(150_000)
  expect(plan.pieces.reduce((whole, { cost }) => whole + cost, 0)).toBeLessThan(1_000_000)
  expect(writtenText(plan)).toBe(text)
})

test('formats a long list piece by piece', () => {
  const text = '- some words in an item\n'.repeat(2_000)
  const plan = planMarkdown(finalBlocks(text))
  expect(plan.rest).toBe('')
  expect(plan.pieces.length).toBeGreaterThan(3)
  expect(plan.pieces.flatMap(({ blocks }) => blocks).every(({ reason }) => reason === null)).toBe(true)
  expect(writtenText(plan)).toBe(text)
})

test('formats the blocks after one that is too large', () => {
  const plan = planMarkdown(finalBlocks(`One.\n\n${'[a]('.repeat(50_000)}\n\nTwo.\n`))
  const blocks = plan.pieces.flatMap((piece) => piece.blocks)
  expect(blocks.map(({ source, reason }) => [source.trim(), reason])).toEqual([
    ['One.', null],
    ['', 'large'],
    ['Two.', null]
  ])
})

test('checks settled blocks once while a text grows', () => {
  const settler = new BlockSettler()
  const first = planMarkdown(settler.take('One.\n\nTwo.\n\nThr'))
  const second = planMarkdown(settler.take('One.\n\nTwo.\n\nThree.\n\nFour'))
  expect(second.pieces[0]?.blocks[0]).toBe(first.pieces[0]?.blocks[0])
  expect(second.pieces[0]?.blocks[2]).not.toBe(first.pieces[0]?.blocks[2])
})
