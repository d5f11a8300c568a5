/**
 * A closing dialog returns the focus after its animation. A dialog that was opened meanwhile has the focus by then
 * and keeps it; otherwise typed text would be lost, and Enter would reopen the closed one.
 */

/** `opener`: the element that a menu belongs to; its own dialog doesn't count as a later one. */
export function hasNewerDialogFocus(closing: HTMLElement | null, opener: Element | null = null): boolean {
  const dialog = document.activeElement?.closest('[role="dialog"]') ?? null
  return dialog !== null && dialog !== closing && (opener === null || !dialog.contains(opener))
}
