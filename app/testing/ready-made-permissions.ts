/** What is open for each ready-made server, and nothing more: what their entries have proposed, and what they are run with in tests. */
import type { SandboxChoices } from '../contract/choices/sandbox-choices'
import type { ReadyMadeName } from '../contract/entries/ready-made-permissions'

export function readyMadePermissions(name: ReadyMadeName, folder: string): SandboxChoices {
  const hasFolder = name === 'filesystem' || name === 'memory'
  return { read: [], write: hasFolder ? [folder] : [], hosts: [] }
}
