/** Marks text in the drawn messages, again whenever they change, and scrolls to the current match. */
import { useEffect } from 'react'
import { scrollToMatch } from './scroll-to-match'
import { findRanges, type MarkedPlace, type MarkedWords } from './word-ranges'

interface MarkedList {
  readonly scroller: HTMLElement | null
  /** The message isn't drawn: it must be read or scrolled to first. */
  readonly onAway: (messageId: string) => void
  /** The list is about to be scrolled for the user. */
  readonly letGo: () => void
}

/** Keep `marked` stable while it means the same. */
export function useMarkedWords(marked: MarkedWords | null, { scroller, onAway, letGo }: MarkedList): void {
  useEffect(() => {
    if (scroller === null || marked === null) return
    const { current } = marked
    let isSought = current !== null
    let frame: number | null = null
    let found: Range | null = null
    let stay = () => {}
    const draw = () => {
      frame = null
      found = mark(scroller, marked)
      if (found === null || !isSought) return
      isSought = false
      letGo()
      stay = scrollToMatch(() => found)
    }
    const drawSoon = () => {
      frame ??= requestAnimationFrame(draw)
    }
    const observer = new MutationObserver(drawSoon)
    // A dialog shows a long result completely.
    const watched = marked.place === null ? scroller : document.body
    observer.observe(watched, { childList: true, subtree: true, characterData: true })
    draw()
    if (current !== null && findRow(scroller, current.messageId) === null) onAway(current.messageId)
    return () => {
      observer.disconnect()
      stay()
      if (frame !== null) cancelAnimationFrame(frame)
      setMarks([], [])
    }
  }, [marked, scroller, onAway, letGo])
}

/** Returns the current match; null if it isn't drawn. */
function mark(scroller: HTMLElement, marked: MarkedWords): Range | null {
  if (marked.place !== null) return markPlace(marked, marked.place)
  const { current, onlyIn } = marked
  let place: Range | null = null
  const others: Range[] = []
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-message]')) {
    const id = row.dataset['message']
    if (onlyIn !== null && id !== onlyIn) continue
    const ranges = findRanges(row, marked)
    // Stored text may contain more matches than are drawn: an address behind a link.
    const number = id === current?.messageId ? Math.min(current?.number ?? 0, ranges.length - 1) : -1
    ranges.forEach((range, index) => (index === number ? (place = range) : others.push(range)))
  }
  setMarks(others, place === null ? [] : [place])
  return place
}

/** In the card of a call or attachment, or where its whole result is. */
function markPlace(marked: MarkedWords, { name }: MarkedPlace): Range | null {
  const [first, ...others] = [...document.querySelectorAll<HTMLElement>('[data-hit-place]')]
    .filter(({ dataset }) => dataset['hitPlace'] === name)
    .flatMap((element) => findRanges(element, marked))
  setMarks(others, first === undefined ? [] : [first])
  return first ?? null
}

function findRow(scroller: HTMLElement, messageId: string): Element | null {
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-message]')]
  return rows.find((row) => row.dataset['message'] === messageId) ?? null
}

function setMarks(others: readonly Range[], current: readonly Range[]): void {
  CSS.highlights.set('found-words', new Highlight(...others))
  CSS.highlights.set('found-word', new Highlight(...current))
}

/** Id of the first message that is visible above its end; null: none is drawn. */
export function findFirstVisible(scroller: HTMLElement | null): string | null {
  if (scroller === null) return null
  const edge = scroller.getBoundingClientRect().top
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-message]')]
  return rows.find((row) => row.getBoundingClientRect().bottom > edge)?.dataset['message'] ?? null
}
