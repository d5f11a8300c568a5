import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DrawnDiagram } from '../../../../app/contract/conversation/diagrams'
import { show } from '../../../testing/show'
import { Markdown } from '../markdown'

/** The test decides what is visible, because its page has no layout. */
let comeInSight: (() => void)[] = []

class SightObserver {
  constructor(seen: (entries: readonly object[]) => void) {
    comeInSight.push(() => seen([{ isIntersecting: true, intersectionRatio: 1, rootBounds: null }]))
  }
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  comeInSight = []
  vi.stubGlobal('IntersectionObserver', SightObserver)
})
afterEach(() => vi.unstubAllGlobals())

let number = 0
/** A different one for each test, because drawings are kept. */
const codeOf = (what: string) => `flowchart LR\n  ${what}${(number += 1)}`
const fence = (code: string) => `\`\`\`mermaid\n${code}\n\`\`\``
const see = () =>
  waitFor(() => expect(comeInSight.length).toBeGreaterThan(0)).then(() =>
    comeInSight.forEach((come) => come())
  )
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

test('draws a diagram when it becomes visible, shows its code with one press, and saves it as SVG', async () => {
  const code = codeOf('A')
  const drawDiagram = vi.fn(async (): Promise<DrawnDiagram> => ({ type: 'drawn', svg }))
  const saveFile = vi.fn(async () => {})
  const { person } = show(<Markdown text={fence(code)} />, { drawDiagram, saveFile })
  expect(document.querySelector('pre')?.textContent).toBe(code)
  expect(drawDiagram).not.toHaveBeenCalled()
  await see()
  const picture = await screen.findByRole('img', { name: 'Drawing' })
  expect(picture.getAttribute('src')).toBe(`data:image/svg+xml;base64,${btoa(svg)}`)
  expect(drawDiagram).toHaveBeenCalledExactlyOnceWith(code)
  await person.click(screen.getByRole('button', { name: 'Save as SVG' }))
  expect(saveFile).toHaveBeenCalledExactlyOnceWith('drawing.svg', btoa(svg))
  await person.click(screen.getByRole('button', { name: 'Show code' }))
  expect(document.querySelector('pre')?.textContent).toBe(code)
})

test('shows a diagram that was drawn before at once', async () => {
  const text = fence(codeOf('B'))
  const drawDiagram = vi.fn(async (): Promise<DrawnDiagram> => ({ type: 'drawn', svg }))
  const first = show(<Markdown text={text} />, { drawDiagram })
  await see()
  await screen.findByRole('img')
  first.unmount()
  show(<Markdown text={text} />, { drawDiagram })
  expect(screen.getByRole('img', { name: 'Drawing' })).toBeTruthy()
  expect(drawDiagram).toHaveBeenCalledOnce()
})

test.each([
  [
    { type: 'broken', reason: 'Parse error on line 2\n  -->' },
    "This diagram can't be displayed: Parse error on line 2 -->"
  ],
  [
    { type: 'refused', why: 'slow' },
    'Drawing it took longer than 10 seconds and was stopped. Here is its code.'
  ],
  [{ type: 'refused', why: 'large' }, 'This drawing is too large to display. Here is its code.'],
  [{ type: 'refused', why: 'ended' }, "This drawing can't be displayed. Here is its code."]
] satisfies [DrawnDiagram, string][])(
  'keeps the code of a diagram that is %j, with the reason',
  async (drawn, words) => {
    const code = codeOf('C')
    show(<Markdown text={fence(code)} />, { drawDiagram: async () => drawn })
    await see()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
    expect(document.querySelector('pre')?.textContent).toBe(code)
  }
)

test('does not draw a diagram that left the page before its turn', async () => {
  let finish = (_: DrawnDiagram): void => {}
  const drawDiagram = vi.fn(() => new Promise<DrawnDiagram>((resolve) => (finish = resolve)))
  const [first, second] = [codeOf('D'), codeOf('E')]
  show(<Markdown text={fence(first)} />, { drawDiagram })
  const waiting = show(<Markdown text={fence(second)} />, { drawDiagram })
  await see()
  await waitFor(() => expect(drawDiagram).toHaveBeenCalledOnce())
  waiting.unmount()
  finish({ type: 'drawn', svg })
  expect(await screen.findByRole('img')).toBeTruthy()
  expect(drawDiagram).toHaveBeenCalledExactlyOnceWith(first)
})

test('shows an unfinished diagram as code', () => {
  show(<Markdown text={'```mermaid\nflowchart LR'} isStreaming />)
  expect(comeInSight).toHaveLength(0)
  expect(document.querySelector('pre')?.textContent).toContain('flowchart LR')
})

test('draws a failed diagram again when pressed, and moves the focus to the drawing', async () => {
  const answers: DrawnDiagram[] = [
    { type: 'refused', why: 'slow' },
    { type: 'drawn', svg }
  ]
  const drawDiagram = vi.fn(
    async () => answers.shift() ?? { type: 'refused' as const, why: 'ended' as const }
  )
  const { person } = show(<Markdown text={fence(codeOf('F'))} />, { drawDiagram })
  await see()
  await person.click(await screen.findByRole('button', { name: 'Draw again' }))
  expect(await screen.findByRole('img', { name: 'Drawing' })).toBeTruthy()
  expect(drawDiagram).toHaveBeenCalledTimes(2)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Copy image')
})

test('does not offer to retry a diagram that is too large', async () => {
  show(<Markdown text={fence(codeOf('G'))} />, {
    drawDiagram: async () => ({ type: 'refused', why: 'large' })
  })
  await see()
  expect(await screen.findByText(/too large/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Draw again' })).toBeNull()
})
