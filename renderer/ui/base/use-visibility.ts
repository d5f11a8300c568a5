/** Whether an element, or as much of it as fits, is visible to the user, and how often it became visible. */
import { useEffect, useState } from 'react'

export interface Visibility {
  readonly isInSight: boolean
  /** How often it has become visible so far. */
  readonly count: number
}

/** A quarter: a visible edge isn't readable. */
const enough = 0.25

export function useVisibility(element: HTMLElement | null): Visibility {
  const [sight, setSight] = useState<Visibility>({ isInSight: false, count: 0 })
  useEffect(() => {
    if (element === null) return
    const see = (isInSight: boolean) =>
      setSight((before) =>
        before.isInSight === isInSight ? before : { isInSight, count: before.count + (isInSight ? 1 : 0) }
      )
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (last !== undefined) see(last.isIntersecting && fills(last))
      },
      { threshold: [0, enough, 0.5, 1] }
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      see(false)
    }
  }, [element])
  return sight
}

/** Something taller than its window is never fully visible: half of the window is enough. */
function fills({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return (
    intersectionRatio >= enough || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
  )
}
