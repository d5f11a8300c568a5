/**
 * Keeps a scrolled element at its end while its content or its own size changes. A scroll away from the end
 * stops that, a scroll back to the end begins it again; what only moves because the layout changed does not.
 */

/** So many pixels from the end still count as the end. */
const slack = 32

/** A scroll this soon after a wheel, a key or a press is the person's, in milliseconds. */
const gestureMs = 500

/** So long after a jump the list may still measure what it has come to, and move by itself, in milliseconds. */
const settleMs = 1_000

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'focusin'] as const

/** A menu lies above the list and changes nothing of it. */
const folded = '[aria-expanded="false"]:not([aria-haspopup]), details:not([open]) > summary'

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

/** `onChange` hears whether the end is followed or in sight all the same. `isAtEnd`: whether it is from the start. */
export function stickToBottom(onChange: (isAtEnd: boolean) => void, isAtEnd = true): EndFollower {
  let scroller: HTMLElement | null = null
  let isFollowing = isAtEnd
  let last = { top: 0, height: 0, size: 0 }
  let [gestureAt, jumpedAt, known] = [-Infinity, -Infinity, Infinity]

  const news = onlyNews(onChange, isAtEnd)
  const tell = () => news(isFollowing || isAtItsEnd(scroller))
  const follow = (next: boolean) => {
    isFollowing = next
    tell()
  }
  const letGo = () => follow(false)
  const toEnd = () => scrollToEnd(scroller, known)
  const jump = () => {
    jumpedAt = performance.now()
    // What was scrolled before is over.
    gestureAt = -Infinity
    follow(true)
    toEnd()
  }
  const keepEnd = () => {
    if (isFollowing) toEnd()
    tell()
  }
  const onGesture = () => void (gestureAt = performance.now())
  const onScroll = () => {
    if (scroller === null) return
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const isUpwards = scrollTop < last.top - 1
    const isLayout = scrollHeight !== last.height || clientHeight !== last.size
    last = { top: scrollTop, height: scrollHeight, size: clientHeight }
    if (isAtItsEnd(scroller)) return follow(true)
    if (!isFollowing) return tell()
    // The browser moves a shrinking list upwards by itself, and the list its items while it measures them.
    const isByItself = isLayout || performance.now() - jumpedAt <= settleMs
    if (isUpwards && (!isByItself || performance.now() - gestureAt <= gestureMs)) follow(false)
    else toEnd()
  }
  let stopListening = () => {}
  return {
    attach: (element) => {
      stopListening()
      scroller = element instanceof HTMLElement ? element : null
      if (scroller === null) return
      stopListening = listen(scroller, { onScroll, onGesture, onUnfold: letGo, onSize: keepEnd })
    },
    grown: (height) => {
      known = height
      if (isFollowing) toEnd()
      // The height is told before all of it is drawn.
      requestAnimationFrame(keepEnd)
    },
    letGo,
    jump,
    jumpAndFocus: () => {
      scroller?.focus({ preventScroll: true })
      jump()
    }
  }
}

/** Never further than the list has measured: it would take what it draws for out of sight, and draw it from the start. */
function scrollToEnd(element: HTMLElement | null, known: number): void {
  if (element !== null) element.scrollTop = Math.min(element.scrollHeight, known) - element.clientHeight
}

function isAtItsEnd(element: HTMLElement | null): boolean {
  return element !== null && element.scrollHeight - element.scrollTop - element.clientHeight <= slack
}

function onlyNews(tell: (is: boolean) => void, told: boolean): (is: boolean) => void {
  let last = told
  return (is) => {
    if (is !== last) tell(is)
    last = is
  }
}

interface Listeners {
  readonly onScroll: () => void
  readonly onGesture: () => void
  /** The person is about to unfold something in it, and wants to see that, not the end. */
  readonly onUnfold: () => void
  readonly onSize: () => void
}

/** Returns what ends it. */
function listen(element: HTMLElement, { onScroll, onGesture, onUnfold, onSize }: Listeners): () => void {
  const end = new AbortController()
  const options = { passive: true, signal: end.signal }
  element.addEventListener('scroll', onScroll, options)
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest(folded) !== null) onUnfold()
  }
  // Before the press has unfolded it.
  element.addEventListener('click', onClick, { ...options, capture: true })
  for (const gesture of gestures) element.addEventListener(gesture, onGesture, options)
  const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(onSize)
  sizes?.observe(element)
  return () => {
    end.abort()
    sizes?.disconnect()
  }
}
