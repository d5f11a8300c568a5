/** Marks of misspelled words, and their menus, which the system draws. */
import type { Locator } from 'playwright/test'
import { expect } from './expect'
import type { Parley } from './launch'

interface Watched {
  /** Of the menu that came last. */
  offered: string[]
  press: (label: string) => void
  requested: string[]
}

/** Menus show no window, and every network request of Chromium is seen. */
export async function watchMenus({ app }: Parley): Promise<void> {
  await app.evaluate(({ Menu, session }) => {
    const seen = globalThis as unknown as Watched
    seen.offered = []
    seen.requested = []
    Menu.prototype.popup = function popup() {
      seen.offered = this.items.map(({ label }) => label)
      seen.press = (wanted) => this.items.find(({ label }) => label === wanted)?.click()
    }
    const note = (what: string) => void seen.requested.push(what)
    session.defaultSession.on('spellcheck-dictionary-download-begin', (_event, language) => note(language))
    session.defaultSession.webRequest.onBeforeRequest(({ url }, go) => {
      if (!url.startsWith('app:') && !url.startsWith('devtools:')) note(url)
      go({})
    })
  })
}

/** The items of the menu that opens next. */
export async function menuAfter({ app }: Parley, act: () => Promise<unknown>): Promise<string[]> {
  await app.evaluate(() => void Object.assign(globalThis, { offered: [] }))
  await act()
  const offered = () => app.evaluate(() => (globalThis as unknown as Watched).offered)
  await expect.poll(offered).not.toEqual([])
  return await offered()
}

export const chooseInMenu = ({ app }: Parley, label: string): Promise<void> =>
  app.evaluate((_electron, wanted) => (globalThis as unknown as Watched).press(wanted), label)

export const requested = ({ app }: Parley): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as Watched).requested)

/** Misspelled words that are marked, in their order. */
export const marks = ({ window }: Parley): Locator => window.locator('[data-at]')

/** A right click on the word as a user sees it: the mark itself is behind the field. */
export async function rightClickOn({ window }: Parley, mark: Locator): Promise<void> {
  const box = await mark.boundingBox()
  if (box === null) throw new Error('The mark is not to be seen.')
  await window.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' })
}

interface Misplaced {
  readonly word: string
  readonly at: number
  /** In letters from the beginning of the word. */
  readonly found: number | null
}

/** Under the middle of each visible mark the field itself has the letters of that word. */
export async function expectMarksInPlace(parley: Parley, atLeast = 1): Promise<void> {
  const look = () =>
    parley.window.evaluate(() => {
      const field = document.querySelector('textarea')
      const { top = 0, bottom = 0 } = field?.getBoundingClientRect() ?? {}
      const misplaced: Misplaced[] = []
      let seen = 0
      for (const mark of document.querySelectorAll<HTMLElement>('[data-at]')) {
        const [box] = mark.getClientRects()
        if (box === undefined || box.top < top || box.bottom > bottom) continue
        seen += 1
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
        const place = document.caretPositionFromPoint(x, y)
        const [word, at] = [mark.textContent, Number(mark.dataset['at'])]
        const before = field?.value.slice(0, at) ?? ''
        // Chromium counts from the beginning of the line.
        const inLine = at - (before.lastIndexOf('\n') + 1)
        const found = place?.offsetNode === field ? place.offset - inLine : null
        const isRight = found !== null && found > 0 && found < word.length
        if (!isRight || field?.value.slice(at, at + word.length) !== word) misplaced.push({ word, at, found })
      }
      return { misplaced, seen }
    })
  await expect.poll(async () => (await look()).seen).toBeGreaterThanOrEqual(atLeast)
  await expect.poll(async () => (await look()).misplaced).toEqual([])
}
