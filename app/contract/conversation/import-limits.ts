/** Sources and limits of imports. Free of zod, for threads that only read or store. */

/** Apps whose conversation files can be imported. */
export const importSources = ['parley', 'claude', 'chatgpt'] as const
export type ImportSource = (typeof importSources)[number]

/** Limits of an imported file. The import reports and skips what exceeds them. */
export const importLimits = {
  /** Bytes of one conversation. */
  conversation: 64_000_000,
  /** Bytes of all of them, uncompressed. */
  all: 4_000_000_000,
  conversations: 100_000
}
