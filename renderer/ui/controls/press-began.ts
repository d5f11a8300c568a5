/**
 * When the press began that a click is the end of: with the pointer or the key going down. Clicks that assistive
 * technology makes have no such beginning.
 */
import { createPressTrail } from '../../../app/contract/approval/press-trail'

const trail = createPressTrail()
/** Of the click that goes through the page at this moment; null: no press made it. */
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

/** Before all others who hear of it. */
function listen<K extends keyof WindowEventMap>(name: K, hear: (event: WindowEventMap[K]) => void): void {
  window.addEventListener(name, hear, { capture: true })
}

/** `clickedAt` where nothing went before. */
export function pressBeganAt(clickedAt: number): number {
  return beganAt ?? clickedAt
}
