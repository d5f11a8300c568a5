/** Which keys say yes to one call on this system. */

export const isMac = navigator.platform.startsWith('Mac')

/** As `aria-keyshortcuts` writes them. */
export const approvingKeys = isMac ? 'Meta+Enter' : 'Control+Enter'
