/**
 * Whether a user can read something in the window. An element in the document may be invisible: here its letters
 * need a place in the window, nothing above them, and enough contrast.
 */
import type { Locator } from 'playwright/test'
import { expect } from './expect'

/** Waits until the text is readable within the place, at the current scroll position. */
export async function expectLegible(place: Locator, text: string): Promise<void> {
  await expect
    .poll(() => place.evaluate(whyIllegible, text), { message: `“${text.slice(0, 80)}” can be read` })
    .toBe('')
}

/** The same where a user may have to scroll to it. */
export async function expectLegibleScrolled(place: Locator, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await place.evaluate(async (element) => {
          // As a user's wheel would. Otherwise a list that follows its end would scroll back to it.
          element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
          element.scrollIntoView({ block: 'start' })
          // Newly visible content is laid out with the next frame.
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        })
        return place.evaluate(whyIllegible, text)
      },
      // Two frames each time, which a busy machine may draw slowly.
      { message: `“${text.slice(0, 80)}” can be read` }
    )
    .toBe('')
}

/** Runs in the page. Returns why the text isn't readable, or nothing. */
function whyIllegible(place: Element, text: string): string {
  const range = findText()
  if (range === null) return `it is not there; there is “${place.textContent.slice(0, 200)}”`
  const holder = range.startContainer.parentElement ?? place
  const rect = [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  if (rect === undefined) return 'its letters have no size'
  const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }
  if (middle.x < 0 || middle.y < 0 || middle.x > innerWidth || middle.y > innerHeight)
    return `it lies outside of the window, at ${Math.round(middle.x)}, ${Math.round(middle.y)}`
  if (!holder.checkVisibility({ visibilityProperty: true })) return 'it is hidden'
  const styles = [...withParents(holder)].map((element) => getComputedStyle(element))
  const opacity = styles.reduce((product, style) => product * Number(style.opacity), 1)
  if (opacity < 0.5) return `it is see-through: ${opacity}`
  if (Number.parseFloat(styles[0]?.fontSize ?? '0') < 9) return 'its letters are tiny'
  const contrast = contrastOf(styles)
  if (contrast < 3) return `its colour is that of the ground: ${contrast.toFixed(1)}`
  const top = document.elementFromPoint(middle.x, middle.y)
  if (top === null || !(holder.contains(top) || top.contains(holder)))
    return `it lies under ${top?.className || top?.tagName || 'nothing'}`
  return ''

  function findText(): Range | null {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    const nodes: { node: Node; start: number }[] = []
    let whole = ''
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      nodes.push({ node, start: whole.length })
      whole += node.textContent ?? ''
    }
    const at = whole.indexOf(text)
    if (at < 0) return null
    const found = document.createRange()
    const pointOf = (position: number) => {
      const { node, start } = nodes.findLast((one) => one.start <= position) ?? { node: place, start: 0 }
      return [node, position - start] as const
    }
    found.setStart(...pointOf(at))
    const [node, offset] = pointOf(at + text.length - 1)
    found.setEnd(node, offset + 1)
    return found
  }

  function* withParents(element: Element): Generator<Element> {
    for (let one: Element | null = element; one !== null; one = one.parentElement) yield one
  }

  /** As the Web Content Accessibility Guidelines count it. */
  function contrastOf(all: readonly CSSStyleDeclaration[]): number {
    const ground = all
      .map(({ backgroundColor }) => toColour(backgroundColor))
      .find(({ alpha }) => alpha > 0.5)
    const [one, other] = [toColour(all[0]?.color ?? ''), ground ?? { red: 255, green: 255, blue: 255 }].map(
      ({ red, green, blue }) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    ) as [number, number]
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  }

  /** The canvas parses every colour notation. */
  function toColour(value: string): { red: number; green: number; blue: number; alpha: number } {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (context === null) throw new Error('There is no canvas to read colours with.')
    context.fillStyle = value
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return { red, green, blue, alpha: alpha / 255 }
  }

  function linear(channel: number): number {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
}
