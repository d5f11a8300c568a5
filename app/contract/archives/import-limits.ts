/** Whose files are read, and how much of them. Free of zod, for threads that only read or keep. */

/** Whose files of conversations are understood. */
export const importSources = ['parley', 'claude', 'chatgpt'] as const
export type ImportSource = (typeof importSources)[number]

/** Limits of an imported file. The import reports and skips what exceeds them. */
export const importLimits = {
  /** Bytes of one conversation. */
  conversation: 64_000_000,
  /** Bytes of all of them, unpacked. */
  all: 4_000_000_000,
  conversations: 100_000
}
