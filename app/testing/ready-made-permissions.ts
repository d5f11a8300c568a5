/**
 * The exact sandbox permissions of each ready-made server: what their entries propose, and what tests run them with.
 */
import type { SandboxChoices } from '../contract/consent/sandbox-choices'
import type { ReadyMadeName } from '../contract/servers/ready-made-permissions'

export function readyMadePermissions(name: ReadyMadeName, folder: string): SandboxChoices {
  const hasFolder = name === 'filesystem' || name === 'memory'
  return { read: [], write: hasFolder ? [folder] : [], hosts: [] }
}
