/**
 * For `vi.waitFor`: enough time even on a slow and busy build machine. It ends tests that hang; others don't take
 * longer.
 */
export const soon = { timeout: 30_000, interval: 20 } as const
