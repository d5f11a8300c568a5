/** What a command line may ask for, by the word that stands first. */
export const commandLineNames = [
  'servers',
  'call',
  'read',
  'prompt',
  'complete',
  'doctor',
  'logs',
  'verify-ledger'
] as const

export type CommandLineName = (typeof commandLineNames)[number]
