/**
 * The bounds of each window when it was last closed, the theme and the language, in `window.json`. Read before the
 * settings, so that the first frame has its position, colour and language. Validated by hand, because everything loaded
 * before the window delays it.
 */
import { readFileSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { languages, type Language } from '../app/contract/limits'
import type { ZoomStep } from '../app/contract/bridge/window-calls'
import type { themes } from '../app/contract/simple-settings'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Theme = (typeof themes)[number]

export interface WindowBounds {
  /** Of the window when it is not maximised; null before it was ever closed. */
  readonly bounds: Rectangle | null
  readonly isMaximized: boolean
}

/** The bounds of the first window. */
export interface WindowState extends WindowBounds {
  /** Of the second window and those after it, in order. */
  readonly others: readonly WindowBounds[]
  /** Of the quick window when it was last hidden. */
  readonly quick: WindowBounds
  readonly theme: Theme
  /** Null before the first start has set it. */
  readonly language: Language | null
  /** Zoom factor of the page; 1: none. */
  readonly zoom: number
  /** The user was notified that Parley keeps running in the tray. */
  readonly isStayTold: boolean
}

export const smallestWindow = { width: 640, height: 480 }

/** Missing or invalid values get defaults: the file contains nothing that the user would miss. */
export function readWindowState(file: string): WindowState {
  const { theme, language, zoom, others, quick, isStayTold, ...place } = readObject(file)
  return {
    ...toPlace(place),
    others: Array.isArray(others) ? others.slice(0, mostPlaces).map(toPlace) : [],
    quick: toPlace(quick),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: languages.find((item) => item === language) ?? null,
    zoom: zooms.find((entry) => entry === zoom) ?? 1,
    isStayTold: isStayTold === true
  }
}

const mostPlaces = 20

function toPlace(value: unknown): WindowBounds {
  const { bounds, isMaximized } = Object(value) as Partial<Record<string, unknown>>
  return { bounds: isRectangle(bounds) ? bounds : null, isMaximized: isMaximized === true }
}

/** The bounds of the window with this number; 0: the first window. */
export function calculateBounds(state: WindowState, number: number): WindowBounds {
  return (number === 0 ? state : state.others[number - 1]) ?? nowhere
}

export function withPlace(
  state: WindowState,
  number: number,
  { bounds, isMaximized }: WindowBounds
): WindowState {
  if (number === 0) return { ...state, bounds, isMaximized }
  if (number > mostPlaces) return state
  const others = Array.from({ length: Math.max(state.others.length, number) }, (_, index) =>
    index === number - 1 ? { bounds, isMaximized } : calculateBounds(state, index + 1)
  )
  return { ...state, others }
}

const nowhere: WindowBounds = { bounds: null, isMaximized: false }

const zooms = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

/** The next larger or smaller zoom factor, in the steps of browsers, up to a limit. */
export function stepZoom(zoom: number, step: ZoomStep): number {
  if (step === 'reset') return 1
  const next = step === 'in' ? zooms.find((item) => item > zoom) : zooms.findLast((entry) => entry < zoom)
  return next ?? zoom
}

/** Synchronous: the last write happens while Parley ends. */
export function writeWindowState(file: string, state: WindowState): void {
  writeFileAtomic.sync(file, `${JSON.stringify(state)}\n`, { mode: 0o600 })
}

/**
 * The bounds if enough of the window is visible on a display to drag it, no larger than that display's work area; null
 * otherwise.
 */
export function fitBounds(bounds: Rectangle | null, workAreas: readonly Rectangle[]): Rectangle | null {
  if (bounds === null) return null
  const area = workAreas.find((candidate) => isGraspable(bounds, candidate))
  if (area === undefined) return null
  const width = Math.max(smallestWindow.width, Math.min(bounds.width, area.width))
  const height = Math.max(smallestWindow.height, Math.min(bounds.height, area.height))
  // A title bar above the display can't be dragged, so the top edge stays on it.
  return { x: bounds.x, y: Math.max(bounds.y, area.y), width, height }
}

/** At least 100 × 50 pixels of the upper part are on the display. */
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
