/**
 * Keeps a scrolled element at its end while its content grows. A scroll upwards by the person ends that, a
 * scroll back to the end begins it again; growth alone never does.
 */

/** So many pixels from the end still count as the end. */
const slack = 32

export interface EndFollower {
  /** Takes the scrolled element; null lets go of it. */
  readonly attach: (element: HTMLElement | Window | null) => void
  /** The content may have grown. */
  readonly grown: () => void
  /** Goes to the end and follows it from there. */
  readonly jump: () => void
}

/** `onChange` hears whether the end is followed. */
export function followEnd(onChange: (isFollowing: boolean) => void): EndFollower {
  let scroller: HTMLElement | null = null
  let isFollowing = true
  let last = { top: 0, height: 0 }

  const follow = (next: boolean) => {
    if (next !== isFollowing) onChange(next)
    isFollowing = next
  }
  const onScroll = () => {
    if (scroller === null) return
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const isUpwards = scrollTop < last.top - 1 && scrollHeight >= last.height
    last = { top: scrollTop, height: scrollHeight }
    if (scrollHeight - scrollTop - clientHeight <= slack) follow(true)
    else if (isUpwards) follow(false)
  }
  const toEnd = () => {
    if (scroller !== null) scroller.scrollTop = scroller.scrollHeight
  }
  return {
    attach: (element) => {
      scroller?.removeEventListener('scroll', onScroll)
      scroller = element instanceof HTMLElement ? element : null
      scroller?.addEventListener('scroll', onScroll, { passive: true })
    },
    grown: () => {
      if (isFollowing) toEnd()
    },
    jump: () => {
      follow(true)
      toEnd()
    }
  }
}
