/**
 * The caret stops blinking after a pause in typing and pressing, as in the system's programs: each blink is a frame,
 * and they used most of an idle window's processor time. `reset.css` defines the style; browsers before 140 don't
 * support it and continue to blink.
 */
const restMs = 10_000

/** For the whole page; the returned function ends it. */
export function pauseCaret(): () => void {
  const { dataset } = document.documentElement
  let lastAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | null = null
  const look = (): void => {
    const remaining = lastAt + restMs - Date.now()
    timer = remaining > 0 ? setTimeout(look, remaining) : null
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
