/** The commands, by their first word. */
export const commandLineNames = [
  'servers',
  'call',
  'read',
  'prompt',
  'complete',
  'inspect',
  'doctor',
  'logs',
  'test',
  'conformance',
  'verify-ledger',
  'play',
  'replay',
  'diff',
  'self-test'
] as const

export type CommandLineName = (typeof commandLineNames)[number]
