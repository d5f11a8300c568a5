/** `Start`, `Stop` and `Restart` of one server. */
import type { CallInput } from '../../app/contract/bridge/calls'
import type { ServerView } from '../../app/contract/servers'
import { call } from '../bridge/call'
import type { CommandHandlerEntry } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { availableCommands } from './status/server-state'
import { servers as texts } from '../../app/texts/compiled/window/servers'

type LifeAct = CallInput<'server.control'>['act']

export interface LifeCommandsProps {
  readonly server: ServerView
  readonly command: CommandHandlerEntry
}

export function LifeCommands({ server, command: { pending, run } }: LifeCommandsProps) {
  const { canStart, canStop, canRestart } = availableCommands(server)
  const life = (act: LifeAct, label: string, canRun: boolean) => (
    <Button
      size="small"
      disabled={!canRun}
      isBusy={pending === act}
      onClick={() => void run(() => call('server.control', { serverName: server.name, act }), act)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {life('start', texts.start(), canStart)}
      {life('stop', texts.stop(), canStop)}
      {life('restart', texts.restart(), canRestart)}
    </>
  )
}
