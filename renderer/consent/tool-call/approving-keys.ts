/** Which keys say yes to one call on this system. */

export const isMacKeyboard = navigator.platform.startsWith('Mac')

/** As `aria-keyshortcuts` writes them. */
export const approvingKeys = isMacKeyboard ? 'Meta+Enter' : 'Control+Enter'
