/**
 * Reads the style sheet of a late part again if that fails, once. The part's next load doesn't: Vite asks for a style sheet
 * once only.
 */
export function retryStyles(): void {
  const retried = new Set<string>()
  const retry = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || retried.has(target.href))
      return
    retried.add(target.href)
    target.replaceWith(target.cloneNode())
  }
  // Errors of elements don't bubble.
  window.addEventListener('error', retry, { capture: true })
}
