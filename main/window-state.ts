/**
 * Where the window was when it was last closed, its theme and its language, in `window.json`: read before the
 * settings are, so that the first frame stands at its place, in its colour, in its words. Checked by hand,
 * because everything loaded before the window delays it.
 */
import { readFileSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { languages, type Language } from '../app/contract/limits'
import type { themes } from '../app/contract/simple-settings'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Theme = (typeof themes)[number]

export interface WindowState {
  /** Of the window when it is not maximised; null before it was ever closed. */
  readonly bounds: Rectangle | null
  readonly isMaximized: boolean
  readonly theme: Theme
  /** Null before the first start has settled it. */
  readonly language: Language | null
}

export const smallestWindow = { width: 640, height: 480 }

/** What is missing or makes no sense counts as not there: it holds nothing that the person would miss. */
export function readWindowState(file: string): WindowState {
  const { bounds, isMaximized, theme, language } = readObject(file)
  return {
    bounds: isRectangle(bounds) ? bounds : null,
    isMaximized: isMaximized === true,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: languages.find((one) => one === language) ?? null
  }
}

/** Synchronous: the last write happens while the program ends. */
export function writeWindowState(file: string, state: WindowState): void {
  writeFileAtomic.sync(file, `${JSON.stringify(state)}\n`, { mode: 0o600 })
}

/**
 * The bounds if enough of the window would be seen on one of the displays to grasp it, no larger than that
 * display's work area; null otherwise.
 */
export function fitBounds(bounds: Rectangle | null, workAreas: readonly Rectangle[]): Rectangle | null {
  if (bounds === null) return null
  const area = workAreas.find((candidate) => isGraspable(bounds, candidate))
  if (area === undefined) return null
  const width = Math.max(smallestWindow.width, Math.min(bounds.width, area.width))
  const height = Math.max(smallestWindow.height, Math.min(bounds.height, area.height))
  // A title bar above the display can not be grasped, so the top edge stays on it.
  return { x: bounds.x, y: Math.max(bounds.y, area.y), width, height }
}

/** At least 100 × 50 pixels of the upper part lie on the display. */
function isGraspable(bounds: Rectangle, area: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const isInHeight = bounds.y + 50 > area.y && bounds.y + 50 <= area.y + area.height
  return width >= 100 && isInHeight
}

function readObject(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {} // absent at the first start
  }
}

function isRectangle(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height } = value as Partial<Record<string, unknown>>
  return [x, y, width, height].every((side) => Number.isSafeInteger(side))
}
