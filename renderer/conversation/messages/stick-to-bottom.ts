/**
 * Keeps a scrolled element at its end while its content or size changes. Scrolling away from the end by the user
 * stops that, scrolling back to the end starts it again. Movement because of layout changes or the virtual list
 * doesn't count.
 */

/** Pixels from the end that still count as the end. */
const slack = 32

/** A scroll this soon after a scrolling gesture is the user's, in milliseconds. */
const gestureMs = 500

/**
 * How long after growing or jumping to its end, and drawing that, a list may still be moved by what it draws, in milliseconds.
 */
const settleMs = 1_000

/** Keys that scroll. A press on a button, by pointer or key, changes the layout and scrolls nothing. */
const gestures: Readonly<Record<string, (event: Event, scroller: HTMLElement) => boolean>> = {
  wheel: () => true,
  touchmove: () => true,
  keydown: (event) => event instanceof KeyboardEvent && scrollingKeys.test(event.key),
  // The browser scrolls up to what is focused by keyboard. A question that takes the focus when it appears is at the
  // end, and a pressed element is already in view.
  focusin: ({ target }, scroller) =>
    target instanceof Element && target.matches(':focus-visible') && isAbove(target, scroller)
}
const scrollingKeys = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End| )$/u

/** A menu is above the list and doesn't change it. */
const folded = '[aria-expanded="false"]:not([aria-haspopup]), details:not([open]) > summary'

export interface EndFollower {
  /** Gets the scrolled element; null releases it. */
  readonly attach: (element: HTMLElement | Window | null) => void
  /** The content may have grown; its height as the list measures it. */
  readonly grown: (height: number) => void
  /** Stays at this position from now on. */
  readonly letGo: () => void
  /** Goes to the end and follows it. */
  readonly jump: () => void
  /** Also moves the focus to the element, because the pressed button is removed. */
  readonly jumpAndFocus: () => void
}

/** `onChange` gets whether the end is followed or in view anyway. `isAtEnd`: the initial value. */
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
      // The height is known before everything is drawn.
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

/** Who scrolls: the user, or the layout and the list that draws it. */
function judgeScrolls() {
  let last = { top: 0, height: 0, size: 0 }
  let isMovedByList = false
  let isHeld = false
  let [gestureAt, settlingFrom] = [-Infinity, -Infinity]
  let change = 0
  const isWithin = (limit: number, at: number) => performance.now() - at <= limit
  const settle = () => {
    const own = (change += 1)
    settlingFrom = Infinity
    // The event of its movement comes with the frame after it is drawn. A busy computer may draw one for seconds.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (own === change) settlingFrom = performance.now()
      })
    )
  }
  return {
    onGesture: () => void (gestureAt = performance.now()),
    /** Whether a pointer is pressed in it. */
    onHold: (is: boolean) => void (isHeld = is),
    onMovedByList: () => void (isMovedByList = true),
    onGrown: settle,
    onJump: () => {
      settle()
      // Earlier scrolling is over.
      gestureAt = -Infinity
    },
    isUpwardsByPerson: ({ scrollTop: top, scrollHeight: height, clientHeight: size }: HTMLElement) => {
      // The browser moves a shrinking list upwards, and the list moves its items while measuring. A list that shrank
      // and grew between two checks has the same height.
      const isByItself =
        isMovedByList || height !== last.height || size !== last.size || isWithin(settleMs, settlingFrom)
      const isUpwards = top < last.top - 1
      last = { top, height, size }
      isMovedByList = false
      return isUpwards && (!isByItself || isHeld || isWithin(gestureMs, gestureAt))
    }
  }
}

/** Never further than measured: the list would consider its items out of view and draw them from the start. */
function scrollToEnd(element: HTMLElement | null, known: number): void {
  if (element !== null) element.scrollTop = Math.min(element.scrollHeight, known) - element.clientHeight
}

function isAtItsEnd(element: HTMLElement | null): boolean {
  return element !== null && element.scrollHeight - element.scrollTop - element.clientHeight <= slack
}

const isAbove = (element: Element, scroller: HTMLElement): boolean =>
  element.getBoundingClientRect().top < scroller.getBoundingClientRect().top

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
  /** The user is about to unfold something in it, and wants to see that, not the end. */
  readonly onUnfold: () => void
  readonly onSize: () => void
}

/** Returns a function that ends it. */
function listen(element: HTMLElement, listeners: Listeners): () => void {
  const { onScroll, onMovedByList, onGesture, onHold, onUnfold, onSize } = listeners
  const end = new AbortController()
  const options = { passive: true, signal: end.signal }
  element.addEventListener('scroll', onScroll, options)
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest(folded) !== null) onUnfold()
  }
  // Before the press unfolds it.
  element.addEventListener('click', onClick, { ...options, capture: true })
  for (const [gesture, scrolls] of Object.entries(gestures))
    element.addEventListener(gesture, (event) => scrolls(event, element) && onGesture(), options)
  // The scroll bar, or text being selected. The pointer's next event reports the release of the bar.
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

/** The list scrolls by the element's methods, which users never call. */
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
