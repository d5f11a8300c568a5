/** Why a server can't be sandboxed on this computer, with what helps; nothing if it can. */
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { CommandLine } from '../../ui/untrusted/command-line'
import { describeCannot, type SandboxedServer } from './describe-remedy'
import { SandboxAdvice } from './sandbox-advice'

export function Remedy({ sandbox, isContained }: SandboxedServer & { readonly sandbox: SandboxView | null }) {
  const text = describeCannot(sandbox, { isContained })
  if (text === null) return null
  const command = sandbox?.remedy ?? null
  return (
    <>
      <p>{text}</p>
      <SandboxAdvice sandbox={sandbox} />
      {command !== null && <p>{texts.containHelps()}</p>}
      {command !== null && <CommandLine text={command} label={texts.copyCommand()} />}
    </>
  )
}
