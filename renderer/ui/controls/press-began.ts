/**
 * When the press began that a click is the end of: with the pointer or the key going down. Clicks that assistive
 * technology makes have no such beginning.
 */

/** Of the press that goes on; null between two. */
let beganAt: number | null = null
let isFollowing = false

/** Listens from the first call on. */
export function followPresses(): void {
  if (isFollowing) return
  isFollowing = true
  window.addEventListener('pointerdown', ({ timeStamp }) => (beganAt = timeStamp), { capture: true })
  window.addEventListener(
    'keydown',
    ({ repeat, timeStamp }) => {
      if (!repeat) beganAt = timeStamp
    },
    { capture: true }
  )
  // After all who hear of the click.
  window.addEventListener('click', () => setTimeout(() => (beganAt = null)), { capture: true })
}

/** `clickedAt` where nothing went before. */
export function pressBeganAt(clickedAt: number): number {
  return beganAt ?? clickedAt
}
