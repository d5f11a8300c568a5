/** What axe has to say of the window as it stands, in both themes. */
import axe from 'axe-core'
import type { Page } from 'playwright/test'
import { expect } from './expect'

/** All that WCAG 2.2 asks for up to AA, and what axe thinks good beside it. Some rules of 2.2 run only where they are named. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** What a theme can change. All else is the same page, and looking at it twice takes twice as long. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** `part`: all that is looked at, where a look at everything would take too long. `view`: what a failure calls it. */
export async function expectAccessible(window: Page, part = 'html', view = 'the window'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await expect.poll(() => window.evaluate(countTransitions)).toBe(0)
    // What lies under an open dialog is dimmed and out of reach. One that is closing has gone by now.
    const hasDialog = await window.getByRole('dialog').first().isVisible()
    const within = hasDialog ? '[role="dialog"]' : part
    const found = await look(window, within, colorScheme)
    // The other views are looked at all the same, and told in one go.
    expect.soft(found, `${view}, ${colorScheme}`).toEqual([])
  }
  await window.emulateMedia({ colorScheme: null })
}

/** One sentence for each element that breaks a rule. */
async function look(window: Page, within: string, theme: 'light' | 'dark'): Promise<readonly string[]> {
  // It stays in the page, so the next look needs not bring it along.
  if (!(await window.evaluate(() => 'axe' in globalThis))) await window.evaluate(axe.source)
  const runOnly = theme === 'light' ? { type: 'tag', values: tags } : { type: 'rule', values: rulesOfColours }
  const options = { runOnly, resultTypes: ['violations'], iframes: false } as axe.RunOptions
  const { violations } = await window.evaluate(
    ([selector, how]) => (globalThis as unknown as { axe: typeof axe }).axe.run({ include: [selector] }, how),
    [within, options] as const
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`)
  )
}

/** Colours in between are nobody's choice. */
function countTransitions(): number {
  return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
}
