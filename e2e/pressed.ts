/**
 * Counts the pointers and keys that go down in the page. A key with its modifiers is one, letters of a text are
 * none.
 */
import type { Page } from 'playwright/test'

/** Runs in the page. */
function count(): void {
  const counted = globalThis as unknown as { pressed?: number }
  // Another journey may have begun to count in the page that they share.
  const isCounted = counted.pressed !== undefined
  counted.pressed = 0
  if (isCounted) return
  const add = (event: Event) => {
    if (event.isTrusted) counted.pressed = (counted.pressed ?? 0) + 1
  }
  addEventListener('pointerdown', add, { capture: true })
  const held = ['Control', 'Shift', 'Alt', 'Meta']
  const onKey = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey
    if (!isLetter && !held.includes(event.key)) add(event)
  }
  addEventListener('keydown', onKey, { capture: true })
}

export async function beginToCount(window: Page): Promise<void> {
  await window.evaluate(count)
}

/** Since the counting began. */
export async function pressed(window: Page): Promise<number> {
  return await window.evaluate(() => (globalThis as unknown as { pressed: number }).pressed)
}
