/**
 * What is closed gives the focus back when it has faded away. A dialog that was opened meanwhile has it by then, and keeps
 * it: words that are typed at once would go astray, and Enter would open again what was closed.
 */

/** `opener`: what a menu belongs to; the dialog that it stands in is none that came later. */
export function hasLaterDialogFocus(closing: HTMLElement | null, opener: Element | null = null): boolean {
  const dialog = document.activeElement?.closest('[role="dialog"]') ?? null
  return dialog !== null && dialog !== closing && (opener === null || !dialog.contains(opener))
}
