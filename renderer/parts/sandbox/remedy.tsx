/** Why a server can't be sandboxed on this computer, with the one command that helps; nothing if it can. */
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { CommandLine } from '../../ui/untrusted/command-line'
import { describeCannot, type SandboxedServer } from './describe-remedy'

export function Remedy({ walls, isContained }: SandboxedServer & { readonly walls: SandboxView | null }) {
  const words = describeCannot(walls, { isContained })
  if (words === null) return null
  const command = walls?.remedy ?? null
  return (
    <>
      <p>{command === null ? words : `${words} ${texts.containHelps()}`}</p>
      {command !== null && <CommandLine text={command} label={texts.copyCommand()} />}
    </>
  )
}
