/** Why a server can't be sandboxed here, and the one command to type. Pure. */
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { allowCommand, detectLinuxFamily, installCommand, profileCommand } from './commands'

export interface MissingPart {
  readonly platform: NodeJS.Platform
  /** `namespaces`: bubblewrap exists and failed. */
  readonly missing: 'bubblewrap' | 'namespaces'
  /** The output of bubblewrap. */
  readonly output: string
  /** The text of /etc/os-release. */
  readonly release: string
}

export function describeMissingPart({ platform, missing, output, release }: MissingPart): LocalizedText {
  if (platform === 'win32') return say('containment.notOnWindows')
  if (platform !== 'linux') return say('containment.notOnSystem', { system: platform })
  if (missing === 'bubblewrap') {
    const command = installCommand(detectLinuxFamily(release))
    return command === null ? say('containment.install') : say('containment.installBy', { command })
  }
  const words = firstLine(output)
  if (isAppArmor(output) && detectLinuxFamily(release) === 'ubuntu')
    return say('containment.appArmor', { command: profileCommand })
  if (/new namespace|unprivileged/i.test(output))
    return say('containment.namespaces', { words, command: allowCommand })
  return say('containment.testFailed', { words })
}

function isAppArmor(output: string): boolean {
  return /uid map: Permission denied|RTM_NEWADDR: Operation not permitted|Operation not permitted/i.test(
    output
  )
}

function firstLine(output: string): string {
  return output.trim().split('\n')[0]?.slice(0, 200) ?? ''
}
