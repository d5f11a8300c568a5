/**
 * Keys never fall out of a dialog: where the element that has them goes away, most often by its own press, what held it
 * gets them, so that Tab goes on from there and a screen reader says where it is. No button does: the key that is still
 * down would press it.
 */
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Drawn inside the dialog, so that it is there when this looks for it. */
export function FocusFallback({ dialog }: { readonly dialog: RefObject<HTMLElement | null> }): null {
  useEffect(() => {
    const root = dialog.current
    if (root === null) return
    /** What had the focus last, and what held it, up to the dialog. */
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

/** Whether it could be: what isn't shown takes no focus. Tab alone leads to it no more once it has lost it again. */
function focusOn(element: HTMLElement): boolean {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus()
  return document.activeElement === element
}
