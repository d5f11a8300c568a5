/** Why a server can't be sandboxed on this computer, and the consequence; null: it can, or it isn't known. */
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { toText } from '../../../app/texts/localized'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface SandboxedServer {
  /** Its entry requires a sandbox: then it doesn't run without one. */
  readonly isContained: boolean
}

export function describeCannot(sandbox: SandboxView | null, { isContained }: SandboxedServer): string | null {
  if (sandbox?.canContain !== false) return null
  return isContained ? texts.containCannotStart() : texts.containCannot()
}

/** The same with what helps. */
export function describeRemedy(sandbox: SandboxView | null, contained: SandboxedServer): string | null {
  const text = describeCannot(sandbox, contained)
  if (text === null) return null
  const { advice = null, remedy = null } = sandbox ?? {}
  const parts = [
    text,
    ...(advice === null ? [] : [toText(advice)]),
    ...(remedy === null ? [] : [texts.containHelps(), remedy])
  ]
  return parts.join(' ')
}
