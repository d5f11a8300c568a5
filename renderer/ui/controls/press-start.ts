/**
 * When the press of a click began: when the pointer or key went down. Clicks by assistive technology have no such
 * beginning.
 */
import { createPressTrail } from '../../../app/contract/approval/press-trail'

const trail = createPressTrail()
/** For the click being dispatched; null: no press made it. */
let beganAt: number | null = null
let isFollowing = false

/** Listens from the first call on. */
export function followPresses(): void {
  if (isFollowing) return
  isFollowing = true
  listen('pointerdown', (event) => trail.pointerDown(event))
  listen('keydown', (event) => trail.keyDown(event))
  listen('keyup', (event) => setTimeout(trail.keyUp(event)))
  listen('blur', ({ target }) => {
    if (target === window) trail.letGo()
  })
  listen('click', (event) => (beganAt = trail.beganAt(event as PointerEvent)))
}

/** Before all other listeners. */
function listen<K extends keyof WindowEventMap>(name: K, hear: (event: WindowEventMap[K]) => void): void {
  window.addEventListener(name, hear, { capture: true })
}

/** `clickedAt` if there was no press. */
export function readPressStart(clickedAt: number): number {
  return beganAt ?? clickedAt
}
