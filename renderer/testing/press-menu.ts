/** The press on a button whose menu comes with its first press, as a browser does it. */
import type { UserEvent } from '@testing-library/user-event'

/**
 * It is let go over what stands there by then: the menu's own button, where it has taken the place of the one that went down.
 * Without that a menu waits for the end of the press, and takes the next one on an item for it as well.
 */
export async function pressMenu(person: UserEvent, button: () => HTMLElement): Promise<void> {
  await person.pointer({ target: button(), keys: '[MouseLeft>]' })
  await person.pointer({ target: button(), keys: '[/MouseLeft]' })
}
