/**
 * For `vi.waitFor`: what should come has come by then, also on a build machine that is slow and busy. It ends what hangs; what
 * comes in time takes no longer for it.
 */
export const soon = { timeout: 30_000, interval: 20 } as const
