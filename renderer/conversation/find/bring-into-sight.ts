/**
 * Brings words into sight and keeps them there until the list has settled: it goes on to move for what it draws, and what
 * was unfolded grows around them. A gesture of the person ends that.
 */

/** So long, in milliseconds, a list may still be moved by what it draws. */
const settleMs = 1_000

const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Returns what ends it. */
export function bringIntoSight(words: Range): () => void {
  words.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
  const end = performance.now() + settleMs
  let frame = requestAnimationFrame(keep)
  function keep(): void {
    // What stands there now is another piece of the page, as after colouring: it is sought no more.
    if (words.startContainer.isConnected) scrollTo(words)
    if (performance.now() < end) frame = requestAnimationFrame(keep)
    else stop()
  }
  function stop(): void {
    cancelAnimationFrame(frame)
    for (const name of gestures) window.removeEventListener(name, stop)
  }
  for (const name of gestures) window.addEventListener(name, stop, { passive: true })
  scrollTo(words)
  return stop
}

/** A text of many lines is one element: its middle is far from most of its words. */
function scrollTo(words: Range): void {
  for (let around = words.startContainer.parentElement; around !== null; around = around.parentElement)
    scrollWithin(words, around)
}

function scrollWithin(words: Range, scroller: HTMLElement): void {
  const isTall = scroller.scrollHeight > scroller.clientHeight
  const isWide = scroller.scrollWidth > scroller.clientWidth
  if (!isTall && !isWide) return
  // What hides what it can't hold is scrolled by nobody: it would stay so.
  const { overflowX, overflowY } = getComputedStyle(scroller)
  const place = words.getBoundingClientRect()
  const sight = scroller.getBoundingClientRect()
  const isOut = place.top < sight.top || place.bottom > sight.bottom
  const isAside = place.left < sight.left || place.right > sight.right
  if (isTall && isOut && scrolls(overflowY)) scroller.scrollTop += place.top - (sight.top + sight.height / 2)
  if (isWide && isAside && scrolls(overflowX))
    scroller.scrollLeft += place.left - (sight.left + sight.width / 2)
}

const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'
