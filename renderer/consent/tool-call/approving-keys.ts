/** Keys that approve one call on this system. */

export const isMacKeyboard = navigator.platform.startsWith('Mac')

/** In the format of `aria-keyshortcuts`. */
export const approvingKeys = isMacKeyboard ? 'Meta+Enter' : 'Control+Enter'
