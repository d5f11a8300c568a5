/** What axe reports about the window in its current state, in both themes. */
import axe from 'axe-core'
import type { Page } from 'playwright/test'
import { expect } from './expect'

/**
 * Everything WCAG 2.2 asks for up to AA, and axe's best practices. Some rules of 2.2 run only when they are named.
 */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** What a theme can change. The rest of the page is the same, and a second check of it takes as long as the first. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** `part`: the only part to check, where the whole page would take too long. `view`: its name in a failure. */
export async function expectAccessible(window: Page, part = 'html', view = 'the window'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await expect.poll(() => window.evaluate(countTransitions)).toBe(0)
    // Content below an open dialog is dimmed and inert. A dialog that is closing has gone by now.
    const hasDialog = await window.getByRole('dialog').first().isVisible()
    const within = hasDialog ? '[role="dialog"]' : part
    const found = await look(window, within, colorScheme)
    // The other views are still checked, and all failures are reported together.
    expect.soft(found, `${view}, ${colorScheme}`).toEqual([])
  }
  await window.emulateMedia({ colorScheme: null })
}

/** One sentence for each element that breaks a rule. */
async function look(window: Page, within: string, theme: 'light' | 'dark'): Promise<readonly string[]> {
  // It stays in the page, so the next check doesn't load it again.
  if (!(await window.evaluate(() => 'axe' in globalThis))) await window.evaluate(axe.source)
  const runOnly = theme === 'light' ? { type: 'tag', values: tags } : { type: 'rule', values: rulesOfColours }
  // None of the rules reads style sheets. To load them takes a quarter of a check.
  const preload = { assets: ['media'] }
  const options = { runOnly, preload, resultTypes: ['violations'], iframes: false } as axe.RunOptions
  const { violations } = await window.evaluate(
    ([selector, how]) => (globalThis as unknown as { axe: typeof axe }).axe.run({ include: [selector] }, how),
    [within, options] as const
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`)
  )
}

/** Colours in the middle of a transition aren't part of the design. */
function countTransitions(): number {
  return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
}
