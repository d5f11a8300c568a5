/** Nothing behind an element that fills the window can be reached. Dialogs and menus are outside the page, and stay. */
import { useEffect } from 'react'
import type { RefObject } from 'react'

export function useInertPage(element: RefObject<HTMLElement | null>, isFull: boolean): void {
  useEffect(() => {
    if (!isFull) return
    const made = new Set<Element>()
    const disable = (): void => {
      for (const sibling of listAround(element.current)) {
        if (sibling.hasAttribute('inert')) continue
        sibling.setAttribute('inert', '')
        made.add(sibling)
      }
    }
    disable()
    const observer = new MutationObserver(disable)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      for (const sibling of made) sibling.removeAttribute('inert')
    }
  }, [element, isFull])
}

/** What is beside it and beside each element around it, up to the page. */
function listAround(element: HTMLElement | null): readonly Element[] {
  const found: Element[] = []
  for (let inner: Element | null = element; inner !== null; inner = inner.parentElement) {
    const outer: Element | null = inner.parentElement
    if (outer === null || outer === document.body) break
    found.push(...[...outer.children].filter((sibling) => sibling !== inner))
  }
  return found
}
