/**
 * Marks in the first frame, which the user sees before the page's script runs. The preload sets them, and the page carries
 * out what they say.
 */

/** The message box that the page hasn't taken over yet. */
export const earlyBox = 'data-early'
/** Enter was pressed in it. */
export const sentEarly = 'data-sent-early'
/** The button that was pressed last. */
export const pressedEarly = 'data-pressed-early'
/** Escape was pressed, which closes the quick window. */
export const escapedEarly = 'data-escaped-early'
