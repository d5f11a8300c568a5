/**
 * Keeps a scrolled element at its end while its content or its own size changes. A scroll of the person's away from the
 * end stops that, a scroll back to the end begins it again; what moves because the layout changed, or because the list
 * that draws it scrolls, does not.
 */

/** So many pixels from the end still count as the end. */
const slack = 32

/** A scroll this soon after a gesture that scrolls is the person's, in milliseconds. */
const gestureMs = 500

/** So long after it has grown, or was told to go to its end, a list may still be moved by what it draws, in milliseconds. */
const settleMs = 1_000

/** Which of them scroll: a press on a button, by pointer or key, changes the layout and leads nowhere. */
const gestures: Readonly<Record<string, (event: Event) => boolean>> = {
  wheel: () => true,
  touchmove: () => true,
  keydown: (event) => event instanceof KeyboardEvent && scrollingKeys.test(event.key),
  // By the keyboard: what a press focuses is in sight.
  focusin: ({ target }) => target instanceof Element && target.matches(':focus-visible')
}
const scrollingKeys = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End| )$/u

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
  let known = Infinity

  const judge = judgeScrolls()
  const news = onlyNews(onChange, isAtEnd)
  const tell = () => news(isFollowing || isAtItsEnd(scroller))
  const follow = (next: boolean) => {
    isFollowing = next
    tell()
  }
  const letGo = () => follow(false)
  const toEnd = () => scrollToEnd(scroller, known)
  const jump = () => {
    judge.onJump()
    follow(true)
    toEnd()
  }
  const keepEnd = () => {
    if (isFollowing) toEnd()
    tell()
  }
  const onScroll = () => {
    if (scroller === null) return
    const isLeft = judge.isUpwardsByPerson(scroller)
    if (isAtItsEnd(scroller)) return follow(true)
    if (!isFollowing) return tell()
    if (isLeft) follow(false)
    else toEnd()
  }
  const { onGesture, onHold, onMovedByList } = judge
  const listeners = { onScroll, onMovedByList, onGesture, onHold, onUnfold: letGo, onSize: keepEnd }
  let stopListening = () => {}
  return {
    attach: (element) => {
      stopListening()
      scroller = element instanceof HTMLElement ? element : null
      if (scroller !== null) stopListening = listen(scroller, listeners)
    },
    grown: (height) => {
      judge.onGrown()
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

/** Whose a scroll is: the person's, or that of the layout and of the list that draws it. */
function judgeScrolls() {
  let last = { top: 0, height: 0, size: 0 }
  let isMovedByList = false
  let isHeld = false
  let [gestureAt, settlingFrom] = [-Infinity, -Infinity]
  const isWithin = (limit: number, at: number) => performance.now() - at <= limit
  return {
    onGesture: () => void (gestureAt = performance.now()),
    /** A pointer is held down in it, or no longer. */
    onHold: (is: boolean) => void (isHeld = is),
    onMovedByList: () => void (isMovedByList = true),
    onGrown: () => void (settlingFrom = performance.now()),
    onJump: () => {
      settlingFrom = performance.now()
      // What was scrolled before is over.
      gestureAt = -Infinity
    },
    isUpwardsByPerson: ({ scrollTop: top, scrollHeight: height, clientHeight: size }: HTMLElement) => {
      // The browser moves a shrinking list upwards by itself, and the list its items while it measures them. One that has
      // shrunk and grown again between two looks is as high as it was.
      const isByItself =
        isMovedByList || height !== last.height || size !== last.size || isWithin(settleMs, settlingFrom)
      const isUpwards = top < last.top - 1
      last = { top, height, size }
      isMovedByList = false
      return isUpwards && (!isByItself || isHeld || isWithin(gestureMs, gestureAt))
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
  readonly onMovedByList: () => void
  readonly onGesture: () => void
  readonly onHold: (is: boolean) => void
  /** The person is about to unfold something in it, and wants to see that, not the end. */
  readonly onUnfold: () => void
  readonly onSize: () => void
}

/** Returns what ends it. */
function listen(element: HTMLElement, listeners: Listeners): () => void {
  const { onScroll, onMovedByList, onGesture, onHold, onUnfold, onSize } = listeners
  const end = new AbortController()
  const options = { passive: true, signal: end.signal }
  element.addEventListener('scroll', onScroll, options)
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest(folded) !== null) onUnfold()
  }
  // Before the press has unfolded it.
  element.addEventListener('click', onClick, { ...options, capture: true })
  for (const [gesture, scrolls] of Object.entries(gestures))
    element.addEventListener(gesture, (event) => scrolls(event) && onGesture(), options)
  // The scroll bar, or words that are being marked. That the bar is let go is told by what the pointer does next.
  element.addEventListener('pointerdown', () => onHold(true), options)
  for (const type of ['pointerup', 'pointercancel', 'pointermove'] as const)
    element.ownerDocument.addEventListener(type, ({ buttons }) => buttons === 0 && onHold(false), options)
  const stopTelling = tellScrolls(element, onMovedByList)
  const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(onSize)
  sizes?.observe(element)
  return () => {
    end.abort()
    stopTelling()
    sizes?.disconnect()
  }
}

/** The list scrolls by the methods of the element, which a person never calls. */
function tellScrolls(element: HTMLElement, tell: () => void): () => void {
  const told =
    (scroll: 'scrollTo' | 'scrollBy') =>
    (...args: readonly unknown[]): void => {
      tell()
      Reflect.apply(HTMLElement.prototype[scroll], element, args)
    }
  const own = { scrollTo: told('scrollTo'), scrollBy: told('scrollBy') }
  Object.assign(element, own)
  return () => {
    for (const name of Object.keys(own)) Reflect.deleteProperty(element, name)
  }
}
