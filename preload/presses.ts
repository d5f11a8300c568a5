/**
 * Reports every real press of a key or a pointer to the host, with the area of the question where it was made. It runs
 * in an isolated world: scripts of the page can neither make such events nor send such reports.
 */
import { ipcRenderer } from 'electron'
import type { PressReport, PressSeen } from '../app/contract/approval/press-report'
import {
  createPressTrail,
  isApprovingKey,
  isPressingKey,
  type PressTrail
} from '../app/contract/approval/press-trail'
import { pressChannel } from '../app/contract/bridge/bridge'

export function watchPresses(): void {
  const trail = createPressTrail()
  listen('pointerdown', (event) => {
    trail.pointerDown(event)
    if (event.button === 0) tellPress(event, { kind: 'pointer', isActivating: true })
  })
  listen('keydown', (event) => {
    trail.keyDown(event)
    if (event.repeat || modifiers.has(event.key)) return
    tellPress(event, { kind: 'key', isActivating: isActivating(event) })
  })
  listen('keyup', (event) => setTimeout(trail.keyUp(event)))
  listen('blur', ({ target }) => {
    if (target === window) trail.letGo()
  })
  watchAssistiveClicks(trail)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell({ type: 'out-of-sight' })
  })
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** Before any listener of the page, for events that the system made and no script. */
function listen<K extends keyof WindowEventMap>(name: K, hear: (event: WindowEventMap[K]) => void): void {
  window.addEventListener(name, (event) => event.isTrusted && hear(event), { capture: true })
}

/** A letter answers nothing. A space in a text is a letter, and so is Enter in a multiline text. */
function isActivating(event: KeyboardEvent): boolean {
  if (!isPressingKey(event) && !isApprovingKey(event)) return false
  const texts = event.key === ' ' ? `input, ${linedTexts}` : linedTexts
  return !(event.target instanceof Element) || event.target.closest(texts) === null
}

const linedTexts = 'textarea, [contenteditable]'

/**
 * A click of assistive technology has no press before it. Clicks that scripts make through a label count as trusted,
 * too, but promises continue between two listeners only if no script is waiting. And one press on a label makes two
 * clicks at the same time.
 */
function watchAssistiveClicks(trail: PressTrail): void {
  let isFromSystem = false
  let lastAt = -1
  listen('click', () => {
    isFromSystem = false
    queueMicrotask(() => (isFromSystem = true))
  })
  listen('click', (event) => {
    const isSecond = event.timeStamp === lastAt
    lastAt = event.timeStamp
    if (!isFromSystem || isSecond || trail.beganAt(event as PointerEvent) !== null) return
    tellPress(event, { kind: 'assistive', isActivating: true })
  })
}

function tellPress(event: UIEvent, press: Pick<PressSeen, 'kind' | 'isActivating'>): void {
  const age = Math.max(0, performance.now() - event.timeStamp)
  tell({ type: 'press', ...press, age, places: placesOf(event.target) })
}

/** Only approving buttons count: a press on another button approves nothing. */
function placesOf(target: EventTarget | null): string[] {
  if (!(target instanceof Element)) return []
  const button = target.closest('button, [role="button"]')
  if (button !== null && !button.hasAttribute('data-approves')) return []
  if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
  const marks = target.closest('[data-question]')?.getAttribute('data-question') ?? ''
  return marks.split(' ').filter((mark) => mark !== '')
}

function tell(report: PressReport): void {
  ipcRenderer.send(pressChannel, report)
}
