/**
 * Scrolls text into view and keeps it there until the list has settled, because drawing moves the list and unfolded
 * parts grow. A gesture of the user ends this.
 */

/** How long drawing may still move a list, in milliseconds. */
const settleMs = 1_000

const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Returns a function that ends it. */
export function scrollToMatch(words: Range): () => void {
  words.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
  const end = performance.now() + settleMs
  let frame = requestAnimationFrame(keep)
  function keep(): void {
    // The element now shows something else, such as after syntax coloring, so it is dropped.
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

/** A text of many lines is one element, whose middle is far from most of its text. */
function scrollTo(words: Range): void {
  for (let around = words.startContainer.parentElement; around !== null; around = around.parentElement)
    scrollWithin(words, around)
}

function scrollWithin(words: Range, scroller: HTMLElement): void {
  const isTall = scroller.scrollHeight > scroller.clientHeight
  const isWide = scroller.scrollWidth > scroller.clientWidth
  if (!isTall && !isWide) return
  // Scrolling an element that hides its overflow would leave it scrolled, because the user can't scroll it back.
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
