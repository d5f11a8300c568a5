/**
 * Keeps a scrolled element at its end while its content or its own size changes. A scroll away from the end
 * stops that, a scroll back to the end begins it again; what only moves because the layout changed does not.
 */

/** So many pixels from the end still count as the end. */
const slack = 32

/** A scroll this soon after a wheel, a key or a press is the person's, in milliseconds. */
const gestureMs = 500

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'focusin'] as const

export interface EndFollower {
  /** Takes the scrolled element; null lets go of it. */
  readonly attach: (element: HTMLElement | Window | null) => void
  /** The content may have grown: so high it is by the measure of whoever draws it. */
  readonly grown: (height: number) => void
  /** Stays where it is from now on. */
  readonly letGo: () => void
  /** Goes to the end and follows it from there. */
  readonly jump: () => void
  /** The same from a button that goes with it: the focus goes to the element. */
  readonly jumpAndFocus: () => void
}

/** `onChange` hears whether the end is followed. `isAtEnd`: whether it is from the start. */
export function stickToBottom(onChange: (isFollowing: boolean) => void, isAtEnd = true): EndFollower {
  let scroller: HTMLElement | null = null
  let isFollowing = isAtEnd
  let last = { top: 0, height: 0, size: 0 }
  let gestureAt = -Infinity
  let known = Infinity
  let detach = () => {}

  const follow = (next: boolean) => {
    if (next !== isFollowing) onChange(next)
    isFollowing = next
  }
  const toEnd = () => {
    if (scroller === null) return
    const { scrollHeight, clientHeight } = scroller
    // Never further than the list has measured: it would take what it draws for out of sight, and draw it from the start.
    scroller.scrollTop = Math.min(scrollHeight, known) - clientHeight
  }
  const jump = () => {
    follow(true)
    toEnd()
  }
  const keepEnd = () => {
    if (isFollowing) toEnd()
  }
  const onGesture = () => {
    gestureAt = performance.now()
  }
  const onScroll = () => {
    if (scroller === null) return
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const isUpwards = scrollTop < last.top - 1
    const isLayout = scrollHeight !== last.height || clientHeight !== last.size
    last = { top: scrollTop, height: scrollHeight, size: clientHeight }
    if (scrollHeight - scrollTop - clientHeight <= slack) return follow(true)
    if (!isFollowing) return
    // The browser moves a shrinking list upwards by itself, and the list its items while it measures them.
    if (isUpwards && (!isLayout || performance.now() - gestureAt <= gestureMs)) follow(false)
    else toEnd()
  }
  return {
    attach: (element) => {
      detach()
      scroller = element instanceof HTMLElement ? element : null
      detach = scroller === null ? () => {} : watch(scroller, { onScroll, onGesture, onSize: keepEnd })
    },
    grown: (height) => {
      known = height
      keepEnd()
      // The height is told before all of it is drawn.
      requestAnimationFrame(keepEnd)
    },
    letGo: () => follow(false),
    jump,
    jumpAndFocus: () => {
      scroller?.focus({ preventScroll: true })
      jump()
    }
  }
}

interface Watching {
  readonly onScroll: () => void
  readonly onGesture: () => void
  readonly onSize: () => void
}

/** Call what it returns to end that. */
function watch(scroller: HTMLElement, { onScroll, onGesture, onSize }: Watching): () => void {
  const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(onSize)
  scroller.addEventListener('scroll', onScroll, { passive: true })
  for (const gesture of gestures) scroller.addEventListener(gesture, onGesture, { passive: true })
  sizes?.observe(scroller)
  return () => {
    scroller.removeEventListener('scroll', onScroll)
    for (const gesture of gestures) scroller.removeEventListener(gesture, onGesture)
    sizes?.disconnect()
  }
}
