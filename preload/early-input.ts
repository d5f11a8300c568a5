/** Keeps what the user does in the first frame before the page has taken it over. Letters stay in the message box anyway. */
import { earlyBox, escapedEarly, pressedEarly, sentEarly } from '../app/contract/bridge/early-input'

export function keepEarlyInput(): void {
  listen('keydown', ({ key, isComposing }, box) => {
    if (key === 'Escape' && !isComposing) box.setAttribute(escapedEarly, '')
  })
  listen('keydown', (event, box) => {
    if (event.target !== box || event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    if (box.value.trim() === '') return
    box.setAttribute(sentEarly, '')
    // What is typed later isn't part of the message.
    box.readOnly = true
  })
  listen('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button === null) return
    for (const other of document.querySelectorAll(`[${pressedEarly}]`)) other.removeAttribute(pressedEarly)
    button.setAttribute(pressedEarly, '')
  })
}

function listen<K extends keyof WindowEventMap>(
  name: K,
  hear: (event: WindowEventMap[K], box: HTMLTextAreaElement) => void
): void {
  const onEvent = (event: WindowEventMap[K]): void => {
    const box = document.querySelector<HTMLTextAreaElement>(`textarea[${earlyBox}]`)
    if (box !== null) hear(event, box)
    else if (document.readyState === 'complete') window.removeEventListener(name, onEvent, true)
  }
  window.addEventListener(name, onEvent, true)
}
