/** What this system's sandbox doesn't limit, or what to use instead of one. */
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { toText } from '../../../app/texts/localized'

export function SandboxAdvice({ sandbox }: { readonly sandbox: SandboxView | null }) {
  return sandbox?.advice == null ? null : <p>{toText(sandbox.advice)}</p>
}
