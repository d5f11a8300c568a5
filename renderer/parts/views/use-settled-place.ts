/**
 * A click may be meant for what was at its place a moment before. So a view takes no pointer until it has been at the
 * same place for half a second.
 */
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

const guardMs = 500

/** `appearance`: a new value counts as a move. */
export function useSettledPlace(frame: RefObject<HTMLElement | null>, appearance: string): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let known = ''
    const check = (): void => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const place = [left, top, width, height].map(Math.round).join(' ')
      if (place === known) return
      known = place
      clearTimeout(timer)
      setIsSettled(false)
      timer = setTimeout(() => setIsSettled(true), guardMs)
    }
    check()
    // A change above it changes the size of something around it, or scrolls.
    const observer = new ResizeObserver(check)
    for (let around: Element | null = element; around !== null; around = around.parentElement)
      observer.observe(around)
    window.addEventListener('scroll', check, true)
    window.addEventListener('resize', check)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('scroll', check, true)
      window.removeEventListener('resize', check)
    }
  }, [frame, appearance])
  return isSettled
}
