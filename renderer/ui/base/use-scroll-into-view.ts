/** Scrolls unfolded content into view as far as it fits, also while it loads, until the user does something. */
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

const actions = ['wheel', 'pointerdown', 'keydown'] as const

export function useScrollIntoView<T extends HTMLElement>(): RefObject<T | null> {
  const shown = useRef<T>(null)
  useEffect(() => {
    const element = shown.current
    if (element === null) return
    const sizes = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }))
    sizes.observe(element)
    const stop = () => sizes.disconnect()
    for (const act of actions)
      document.addEventListener(act, stop, { once: true, capture: true, passive: true })
    return () => {
      stop()
      for (const act of actions) document.removeEventListener(act, stop, { capture: true })
    }
  }, [])
  return shown
}
