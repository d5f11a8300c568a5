/** Why a server can't be sandboxed on this computer, and the consequence; null: it can, or it isn't known. */
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface SandboxedServer {
  /** Its entry requires a sandbox: then it doesn't run without one. */
  readonly isContained: boolean
}

export function describeCannot(sandbox: SandboxView | null, { isContained }: SandboxedServer): string | null {
  if (sandbox?.canContain !== false) return null
  return isContained ? texts.containCannotStart() : texts.containCannot()
}

/** The same with the one command that helps. */
export function describeRemedy(sandbox: SandboxView | null, contained: SandboxedServer): string | null {
  const text = describeCannot(sandbox, contained)
  if (text === null || sandbox?.remedy == null) return text
  return `${text} ${texts.containHelps()} ${sandbox.remedy}`
}
