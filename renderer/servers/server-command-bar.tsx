/** The buttons of one server. The reason for a failed command is shown below them. */
import { useState } from 'react'
import type { ServerView } from '../../app/contract/servers'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { LifeCommands } from './life-commands'
import { RemoveDialog } from './remove-dialog'
import { useShowServer } from './show-server'
import type { ServerPanel } from './status/server-state'
import { messages } from '../../app/texts/compiled/window/messages'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import partStyles from './status/server-parts.module.css'
import styles from './server-command-bar.module.css'

export interface ServerCommandBarProps {
  readonly server: ServerView
  readonly panel: ServerPanel | null
  readonly onPanel: (serverName: string, panel: ServerPanel | null) => void
}

export function ServerCommandBar({ server, panel, onPanel }: ServerCommandBarProps) {
  const command = useCommand()
  const [isRemoving, setIsRemoving] = useState(false)
  const showServer = useShowServer()
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
        <LifeCommands server={server} command={command} />
        <div className={styles.serverPanelCommands}>
          {(server.state !== 'connected' || panel === 'doctor') && toggle('doctor', texts.findFault())}
          {toggle('log', texts.log())}
          <Button size="small" variant="quiet" onClick={() => showServer(server.name, 'messages')}>
            {messages.messages()}
          </Button>
          <Button size="small" variant="quiet" onClick={() => showServer(server.name, 'overview')}>
            {texts.inspect()}
          </Button>
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
      <FailureText text={command.failure} />
      <RemoveDialog serverName={server.name} open={isRemoving} onClose={() => setIsRemoving(false)} />
    </>
  )
}
