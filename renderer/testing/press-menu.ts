/** Presses a button whose menu is loaded by its first press, with a browser's events. */
import type { UserEvent } from '@testing-library/user-event'

/**
 * The release goes to what is there by then: the menu's own button, if it replaced the pressed one. Otherwise the
 * menu would wait for the release and take the next one on an item for it.
 */
export async function pressMenu(person: UserEvent, button: () => HTMLElement): Promise<void> {
  await person.pointer({ target: button(), keys: '[MouseLeft>]' })
  await person.pointer({ target: button(), keys: '[/MouseLeft]' })
}
