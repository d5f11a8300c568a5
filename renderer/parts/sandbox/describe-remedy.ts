/** Why a server can't be sandboxed on this computer, and the consequence; null: it can, or it isn't known. */
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface SandboxedServer {
  /** Its entry requires a sandbox: then it doesn't run without one. */
  readonly isContained: boolean
}

export function describeCannot(walls: SandboxView | null, { isContained }: SandboxedServer): string | null {
  if (walls?.canContain !== false) return null
  return isContained ? texts.containCannotStart() : texts.containCannot()
}

/** The same with the one command that helps. */
export function describeRemedy(walls: SandboxView | null, contained: SandboxedServer): string | null {
  const words = describeCannot(walls, contained)
  if (words === null || walls?.remedy == null) return words
  return `${words} ${texts.containHelps()} ${walls.remedy}`
}
