/** Whether an element, all of it or as much as has room, is in sight of the person, and how often it came there. */
import { useEffect, useState } from 'react'

export interface Sight {
  readonly isInSight: boolean
  /** How often it has come in sight so far. */
  readonly count: number
}

/** A quarter: an edge that looks out is not read. */
const enough = 0.25

export function useInSight(element: HTMLElement | null): Sight {
  const [sight, setSight] = useState<Sight>({ isInSight: false, count: 0 })
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

/** Something taller than its window can't be seen as a whole: half of the window is enough. */
function fills({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return (
    intersectionRatio >= enough || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
  )
}
