/**
 * Scrolls text into view and keeps it there until the list has settled, because drawing moves the list and unfolded
 * parts grow. A gesture of the user ends this.
 */

/** How long drawing may still move a list: milliseconds, and frames, because a busy computer may draw one for a second. */
const settle = { ms: 1_000, frames: 30 }

const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * `find` gets the text as it is drawn now, because syntax coloring replaces its elements; null: it is not drawn. Returns a
 * function that ends it.
 */
export function scrollToMatch(find: () => Range | null): () => void {
  find()?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
  const end = performance.now() + settle.ms
  let frames = 0
  let frame = requestAnimationFrame(keep)
  function keep(): void {
    show(find())
    frames += 1
    if (frames < settle.frames || performance.now() < end) frame = requestAnimationFrame(keep)
    else stop()
  }
  function stop(): void {
    cancelAnimationFrame(frame)
    for (const name of gestures) window.removeEventListener(name, stop)
  }
  for (const name of gestures) window.addEventListener(name, stop, { passive: true })
  show(find())
  return stop
}

function show(words: Range | null): void {
  if (words?.startContainer.isConnected === true) scrollTo(words)
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
