/** The buttons of one server. The reason for a failed command is shown below them. */
import { useState } from 'react'
import type { CallInput } from '../../app/contract/bridge/calls'
import type { ServerView } from '../../app/contract/servers'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { RemoveDialog } from './remove-dialog'
import { availableCommands, type ServerPanel } from './status/server-state'
import { messages } from '../../app/texts/compiled/window/messages'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import partStyles from './status/server-parts.module.css'
import styles from './server-command-bar.module.css'

type LifeAct = CallInput<'server.control'>['act']

export interface ServerCommandBarProps {
  readonly server: ServerView
  readonly panel: ServerPanel | null
  readonly onPanel: (serverName: string, panel: ServerPanel | null) => void
}

export function ServerCommandBar({ server, panel, onPanel }: ServerCommandBarProps) {
  const { pending, failure, run } = useCommand()
  const [isRemoving, setIsRemoving] = useState(false)
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
  const toggle = (which: ServerPanel, label: string) => (
    <Button
      size="small"
      variant="quiet"
      aria-expanded={panel === which}
      onClick={() => onPanel(server.name, which)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <div className={partStyles.serverCommands}>
        {life('start', texts.start(), canStart)}
        {life('stop', texts.stop(), canStop)}
        {life('restart', texts.restart(), canRestart)}
        <div className={styles.serverPanelCommands}>
          {(server.state !== 'connected' || panel === 'doctor') && toggle('doctor', texts.findFault())}
          {toggle('log', texts.log())}
          {toggle('messages', messages.messages())}
          {toggle('inspect', texts.inspect())}
          {toggle('edit', texts.edit())}
          <Button
            size="small"
            variant="quiet"
            className={styles.serverRemove}
            onClick={() => setIsRemoving(true)}
          >
            {texts.remove()}
          </Button>
        </div>
      </div>
      <FailureText text={failure} />
      <RemoveDialog serverName={server.name} open={isRemoving} onClose={() => setIsRemoving(false)} />
    </>
  )
}
