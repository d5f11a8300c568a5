/** For arrows that come from above the list; false: it has no rows. */
export function focusFirstRow(list: Element | null): boolean {
  const first = list?.querySelector<HTMLElement>('[data-stop]') ?? null
  first?.focus()
  return first !== null
}
