/**
 * A button that adds or removes the sandbox in a server's entry. The entry changes, so Parley asks for trust again.
 */
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'

export interface SandboxButtonProps {
  readonly serverName: string
  /** The state after the press. */
  readonly isContained: boolean
}

export function SandboxButton({ serverName, isContained }: SandboxButtonProps) {
  const { pending, failure, run } = useCommand()
  return (
    <>
      <Button
        size="small"
        isBusy={pending !== null}
        onClick={() => void run(() => call('sandbox.set', { serverName, isSandboxed: isContained }))}
      >
        {isContained ? texts.containIt() : texts.runOpen()}
      </Button>
      <FailureText text={failure} />
    </>
  )
}
