/**
 * Keeps the focus in a dialog: if the focused element is removed, most often by its own press, its container gets the
 * focus, so that Tab continues from there and a screen reader says where it is. Never a button, because the key that
 * is still down would press it.
 */
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Drawn inside the dialog, so that it is there when this searches for it. */
export function FocusFallback({ dialog }: { readonly dialog: RefObject<HTMLElement | null> }): null {
  useEffect(() => {
    const root = dialog.current
    if (root === null) return
    /** What had the focus last, and its containers up to the dialog. */
    let line: readonly HTMLElement[] = []
    const note = () => (line = lineOf(document.activeElement, root))
    note()
    const observer = new MutationObserver(() => {
      if (line[0]?.isConnected !== false || hasFocus()) return
      line.find((element) => element.isConnected && focusOn(element))
    })
    observer.observe(root, { childList: true, subtree: true })
    root.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      root.removeEventListener('focusin', note)
    }
  }, [dialog])
  return null
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body

function lineOf(element: Element | null, root: HTMLElement): HTMLElement[] {
  if (!(element instanceof HTMLElement) || !root.contains(element)) return []
  return element === root ? [root] : [element, ...lineOf(element.parentElement, root)]
}

/** Whether it could be focused: hidden elements can't. Tab doesn't return to it once it has lost the focus again. */
function focusOn(element: HTMLElement): boolean {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus()
  return document.activeElement === element
}
