/**
 * The insertion mark stops blinking once nobody has typed or pressed for a while, as it does in the system's own programs: each
 * blink is a frame, and they were nearly all that an idle window took of the processor. `reset.css` says how; browsers that
 * don't know it yet (before 140) go on blinking.
 */
const restMs = 10_000

/** For the whole page; the answer ends it. */
export function restCaret(): () => void {
  const { dataset } = document.documentElement
  let lastAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | null = null
  const look = (): void => {
    const left = lastAt + restMs - Date.now()
    timer = left > 0 ? setTimeout(look, left) : null
    if (timer === null) dataset['resting'] = ''
  }
  const wake = (): void => {
    lastAt = Date.now()
    if (timer !== null) return
    delete dataset['resting']
    timer = setTimeout(look, restMs)
  }
  const events = ['keydown', 'input', 'pointerdown', 'focusin', 'focus'] as const
  for (const name of events) window.addEventListener(name, wake, { capture: true, passive: true })
  wake()
  return () => {
    for (const name of events) window.removeEventListener(name, wake, { capture: true })
    if (timer !== null) clearTimeout(timer)
    delete dataset['resting']
  }
}
