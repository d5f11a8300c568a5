/**
 * Short explanations on hover and focus. Any element sets its text with `Tooltip`; one `TooltipLayer` draws them for
 * the whole window. Never the only source of needed information.
 */
import { cloneElement, useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'

interface WithTooltip {
  readonly 'data-tooltip'?: string
  readonly 'data-tooltip-when-cut'?: boolean
}

export interface TooltipProps {
  readonly text: string
  /** Only while the element's part with `data-may-be-cut` is cut. */
  readonly isForCutText?: boolean
  readonly children: ReactElement<WithTooltip>
}

/** Gives one element a tooltip; the element keeps its own accessible name. */
export function Tooltip({ text, isForCutText = false, children }: TooltipProps) {
  return cloneElement(children, {
    'data-tooltip': text,
    ...(isForCutText && { 'data-tooltip-when-cut': true })
  })
}

const delayMs = 500
const gap = 6

interface Shown {
  readonly text: string
  readonly x: number
  /** The element's edge for the tooltip. */
  readonly y: number
  readonly side: 'above' | 'below'
}

/** Mount once. */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => listen(setShown), [])
  if (shown === null) return null
  return createPortal(
    // The text repeats an accessible name, so it is hidden from screen readers.
    <div
      aria-hidden
      className={styles.tooltip}
      data-side={shown.side}
      style={{ left: `${shown.x}px`, top: `${shown.y + (shown.side === 'below' ? gap : -gap)}px` }}
    >
      {shown.text}
    </div>,
    document.body
  )
}

/** Calls `show` as pointer and focus move; returns a function that stops it. */
function listen(show: (shown: Shown | null) => void): () => void {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Element | null = null

  const hide = () => {
    clearTimeout(timer)
    current = null
    show(null)
  }
  const approach = (event: Event) => {
    const element = event.target instanceof Element ? event.target.closest('[data-tooltip]') : null
    if (element === current) return
    hide()
    const isWanted = event.type === 'pointerover' || element?.matches(':focus-visible') === true
    if (element === null || !isWanted || saysAllAlready(element)) return
    current = element
    timer = setTimeout(() => element.isConnected && show(placed(element)), delayMs)
  }
  const options = { signal: controller.signal, capture: true, passive: true }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, approach, options)
  for (const type of ['pointerdown', 'keydown', 'scroll', 'focusout'])
    document.addEventListener(type, hide, options)
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}

function saysAllAlready(element: Element): boolean {
  if (!element.hasAttribute('data-tooltip-when-cut')) return false
  const text = element.querySelector('[data-may-be-cut]')
  return text === null || text.scrollWidth <= text.clientWidth
}

function placed(element: Element): Shown {
  const { left, width, top, bottom } = element.getBoundingClientRect()
  const isNearEnd = bottom > window.innerHeight - 48
  // Half of a short text must fit next to the edge of the window.
  const x = Math.min(Math.max(left + width / 2, 72), window.innerWidth - 72)
  const text = element.getAttribute('data-tooltip') ?? ''
  return { text, x, y: isNearEnd ? top : bottom, side: isNearEnd ? 'above' : 'below' }
}
