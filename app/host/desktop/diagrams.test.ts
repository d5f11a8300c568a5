import { expect, test } from 'vitest'
import { diagramLimits } from '../../contract/conversation/diagram-limits'
import { Diagrams } from './diagrams'
import type { DiagramPage } from './diagram-page'

/** A clock that the test moves, and pages that give scripted answers. */
function setUp(answer: (code: string) => Promise<unknown>, ready: Promise<unknown> = Promise.resolve()) {
  const timers = new Map<() => void, number>()
  const pages: { isEnded: boolean; readonly asked: string[] }[] = []
  const openDiagramPage = (): DiagramPage => {
    const page = { isEnded: false, asked: [] as string[] }
    pages.push(page)
    return {
      ready,
      draw: (code) => {
        page.asked.push(code)
        return answer(code)
      },
      end: () => {
        page.isEnded = true
      }
    }
  }
  const schedule = (work: () => void, delayMs: number) => {
    timers.set(work, delayMs)
    return () => void timers.delete(work)
  }
  const silent = { debug() {}, info() {}, warn() {}, error() {}, in: () => silent }
  const diagrams = new Diagrams({ openDiagramPage, schedule, log: silent })
  const pass = (delayMs: number) => {
    for (const [work, at] of timers) if (at === delayMs && timers.delete(work)) work()
  }
  return { diagrams, pages, pass, delays: () => [...timers.values()] }
}

const svg = async (code: string) => ({ svg: `<svg>${code}</svg>` })
const soon = () => new Promise((resolve) => setImmediate(resolve))

test('opens no page before the first diagram, and draws the next one in the same page', async () => {
  const { diagrams, pages } = setUp(svg)
  expect(pages).toHaveLength(0)
  expect(await diagrams.draw('a')).toEqual({ type: 'drawn', svg: '<svg>a</svg>' })
  expect(await diagrams.draw('b')).toEqual({ type: 'drawn', svg: '<svg>b</svg>' })
  expect(pages).toEqual([{ isEnded: false, asked: ['a', 'b'] }])
})

test('ends a page without work, and opens another for the next diagram', async () => {
  const { diagrams, pages, pass, delays } = setUp(svg)
  await diagrams.draw('a')
  const [idle = 0] = delays()
  pass(idle)
  expect(pages[0]?.isEnded).toBe(true)
  await diagrams.draw('b')
  expect(pages).toHaveLength(2)
})

test('ends the page of a diagram that takes too long, and draws the next diagram in another', async () => {
  const { diagrams, pages, pass } = setUp((code) => (code === 'endless' ? new Promise(() => {}) : svg(code)))
  const endless = diagrams.draw('endless')
  const behind = diagrams.draw('b')
  await soon()
  expect(pages[0]?.asked).toEqual(['endless'])
  pass(diagramLimits.time)
  expect(await endless).toEqual({ type: 'refused', why: 'slow' })
  expect(await behind).toEqual({ type: 'drawn', svg: '<svg>b</svg>' })
  expect(pages.map(({ isEnded }) => isEnded)).toEqual([true, false])
})

test("doesn't count the page's start toward the diagram's limit, and ends a page that never starts", async () => {
  let come = (): void => {}
  const { diagrams, delays } = setUp(svg, new Promise<void>((resolve) => (come = resolve)))
  const first = diagrams.draw('a')
  await soon()
  expect(delays()).toEqual([diagramLimits.start])
  come()
  expect(await first).toEqual({ type: 'drawn', svg: '<svg>a</svg>' })
  expect(delays()).not.toContain(diagramLimits.start)

  const never = setUp(svg, new Promise(() => {}))
  const second = never.diagrams.draw('b')
  await soon()
  never.pass(diagramLimits.start)
  expect(await second).toEqual({ type: 'refused', why: 'ended' })
  expect(never.pages).toEqual([{ isEnded: true, asked: [] }])
})

test("reports the library's error about a broken diagram and keeps the page", async () => {
  const { diagrams, pages } = setUp(async () => ({ problem: `Parse error ${'x'.repeat(1_000)}` }))
  expect(await diagrams.draw('a')).toMatchObject({
    type: 'broken',
    reason: expect.stringMatching(/^Parse error x{10,488}$/)
  })
  expect(pages[0]?.isEnded).toBe(false)
})

test.each([[undefined], [{ svg: 7 }], ['<svg/>']])(
  'rejects the answer of a page that sends %j',
  async (answer) => {
    const { diagrams, pages } = setUp(async () => answer)
    expect(await diagrams.draw('a')).toEqual({ type: 'refused', why: 'ended' })
    expect(pages[0]?.isEnded).toBe(true)
  }
)

test('fails only the diagram of a page that ends unexpectedly', async () => {
  const { diagrams } = setUp(() => Promise.reject(new Error('gone')))
  expect(await diagrams.draw('a')).toEqual({ type: 'refused', why: 'ended' })
})

test('limits the size of code and drawings', async () => {
  const { diagrams, pages } = setUp(async () => ({ svg: 'x'.repeat(diagramLimits.svg + 1) }))
  expect(await diagrams.draw('x'.repeat(diagramLimits.code + 1))).toEqual({ type: 'refused', why: 'large' })
  expect(pages).toHaveLength(0)
  expect(await diagrams.draw('a')).toEqual({ type: 'refused', why: 'large' })
})

test('limits the number of waiting diagrams', async () => {
  const { diagrams } = setUp(() => new Promise(() => {}))
  for (let count = 0; count < 20; count += 1) void diagrams.draw(`${count}`)
  expect(await diagrams.draw('one more')).toEqual({ type: 'refused', why: 'many' })
})
