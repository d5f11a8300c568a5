/** What an app learns of the look of the window. */
import { viewStyleTokens } from '../../../app/contract/view-styles'

/** Colors come as `light-dark()`, which follows the theme of the app. */
export function readViewTokens(): Record<string, string> {
  const style = getComputedStyle(document.documentElement)
  const names = Object.values(viewStyleTokens).filter((value) => value.startsWith('--'))
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]))
}

/** The height that an app may have in the page, as a share of the window's. */
const inlineShare = 0.7

/** In CSS pixels. */
export function findTallestView(): number {
  return Math.round(window.innerHeight * inlineShare)
}
