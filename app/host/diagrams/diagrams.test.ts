import { expect, test } from 'vitest'
import { diagramLimits } from '../../contract/diagrams/diagram-limits'
import { Diagrams } from './diagrams'
import type { DiagramPage } from './page'

/** A clock that is wound by hand, and pages that answer as they are told. */
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

test('no page is opened before the first diagram; the next one is drawn in the same', async () => {
  const { diagrams, pages } = setUp(svg)
  expect(pages).toHaveLength(0)
  expect(await diagrams.draw('a')).toEqual({ type: 'drawn', svg: '<svg>a</svg>' })
  expect(await diagrams.draw('b')).toEqual({ type: 'drawn', svg: '<svg>b</svg>' })
  expect(pages).toEqual([{ isEnded: false, asked: ['a', 'b'] }])
})

test('a page without work is ended, and the next diagram gets another', async () => {
  const { diagrams, pages, pass, delays } = setUp(svg)
  await diagrams.draw('a')
  const [idle = 0] = delays()
  pass(idle)
  expect(pages[0]?.isEnded).toBe(true)
  await diagrams.draw('b')
  expect(pages).toHaveLength(2)
})

test('a diagram that takes too long ends its page; the one behind it is drawn in another', async () => {
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

test('the start of the page is not held against the diagram; one that never comes ends it', async () => {
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

test('what the library says of a broken diagram is told, and costs no page', async () => {
  const { diagrams, pages } = setUp(async () => ({ problem: `Parse error ${'x'.repeat(1_000)}` }))
  expect(await diagrams.draw('a')).toMatchObject({
    type: 'broken',
    reason: expect.stringMatching(/^Parse error x{10,488}$/)
  })
  expect(pages[0]?.isEnded).toBe(false)
})

test.each([[undefined], [{ svg: 7 }], ['<svg/>']])(
  'a page that answers %j is not believed',
  async (answer) => {
    const { diagrams, pages } = setUp(async () => answer)
    expect(await diagrams.draw('a')).toEqual({ type: 'refused', why: 'ended' })
    expect(pages[0]?.isEnded).toBe(true)
  }
)

test('a page that ends by itself costs that diagram', async () => {
  const { diagrams } = setUp(() => Promise.reject(new Error('gone')))
  expect(await diagrams.draw('a')).toEqual({ type: 'refused', why: 'ended' })
})

test('code and drawings have a size', async () => {
  const { diagrams, pages } = setUp(async () => ({ svg: 'x'.repeat(diagramLimits.svg + 1) }))
  expect(await diagrams.draw('x'.repeat(diagramLimits.code + 1))).toEqual({ type: 'refused', why: 'large' })
  expect(pages).toHaveLength(0)
  expect(await diagrams.draw('a')).toEqual({ type: 'refused', why: 'large' })
})

test('so many wait and no more', async () => {
  const { diagrams } = setUp(() => new Promise(() => {}))
  for (let count = 0; count < 20; count += 1) void diagrams.draw(`${count}`)
  expect(await diagrams.draw('one more')).toEqual({ type: 'refused', why: 'many' })
})
