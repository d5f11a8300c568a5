/** What a command line may ask for, by the word that stands first. */
export const commandNames = [
  'servers',
  'call',
  'read',
  'prompt',
  'complete',
  'doctor',
  'logs',
  'verify-ledger'
] as const

export type CommandName = (typeof commandNames)[number]
