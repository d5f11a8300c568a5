/** Which keys say yes to one call on this system. */

export const isMac = /^Mac/u.test(navigator.platform)

/** As `aria-keyshortcuts` writes them. */
export const approvingKeys = isMac ? 'Meta+Enter' : 'Control+Enter'
