/** A form that unfolds below the choices: its first field gets the focus, and all of it stays in view. */
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

export function useFormInView(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    if (element === null) return
    element.querySelector<HTMLElement>('input, textarea')?.focus()
    // A problem that appears increases its height.
    const sizes = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return form
}
