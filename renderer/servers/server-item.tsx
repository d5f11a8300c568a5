/** One server in the list: what it is, its state and reason, and all its actions. */
import { Server as ServerDrawing } from 'lucide-react'
import { memo, useId } from 'react'
import type { ServerView } from '../../app/contract/servers'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { VisibleText } from '../ui/base/hidden-characters'
import { OfferedIcon, useHasIcon } from '../parts/offered-icon'
import { EditPanel } from './edit/edit-panel'
import { DoctorPanel } from './diagnose/doctor-panel'
import { LogPanel } from './diagnose/log-panel'
import { ServerCommandBar } from './server-command-bar'
import { describeTools, type ServerPanel } from './status/server-state'
import { SignInAnyway } from './status/sign-in-anyway'
import { StartNotice } from './status/start-notice'
import { RecordingMark } from './recordings/record-button'
import { StateBadge } from './status/state-badge'
import { SandboxState } from './status/sandbox-state'
import { TransportLabel } from './status/transport-label'
import { classNames } from '../ui/base/class-names'
import { useScrollIntoView } from '../ui/base/use-scroll-into-view'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import styles from './server-item.module.css'
import { toText } from '../../app/texts/localized'
import { notShown } from '../../app/texts/compiled/window/notShown'

export interface ServerItemProps {
  readonly server: ServerView
  /** Its tools' names in one line; empty while unknown. */
  readonly toolNames: string
  /** The panel that is unfolded below it. */
  readonly panel: ServerPanel | null
  /** `null` folds. */
  readonly onPanel: (serverName: string, panel: ServerPanel | null) => void
}

/** The item contains no list, because a `listitem` of the dialog is always a server. */
export const ServerItem = memo(function ServerItem(props: ServerItemProps) {
  const { server, toolNames, panel, onPanel } = props
  const id = useId()
  const hasIcon = useHasIcon(server.name, server.icons)
  return (
    <li className={styles.serverItem} aria-labelledby={id} data-state={server.state}>
      <div className={styles.serverHead}>
        {hasIcon && (
          <OfferedIcon serverName={server.name} icons={server.icons} fallback={ServerDrawing} size={18} />
        )}
        <h3 id={id} className={styles.serverName}>
          <VisibleText text={server.name} />
        </h3>
        <StateBadge state={server.state} />
        <RecordingMark serverName={server.name} />
      </div>
      {server.address !== '' && (
        <p className={styles.serverAddress}>
          <VisibleText text={server.address} />
        </p>
      )}
      <Facts server={server} />
      {toolNames !== '' && (
        <p className={styles.serverTools}>
          <VisibleText text={toolNames} />
        </p>
      )}
      <StartNotice server={server} />
      {server.reason !== null && (
        <p
          className={
            server.state === 'failed'
              ? classNames(styles.serverReason, styles.serverReasonFailed)
              : styles.serverReason
          }
        >
          <VisibleText text={toText(server.reason)} />
        </p>
      )}
      <SignInAnyway server={server} />
      {server.state === 'failed' && server.recentErrorOutput.length > 0 && (
        <pre className={styles.serverStderr} role="group" aria-label={texts.lastErrorOutput()} tabIndex={0}>
          <VisibleText text={server.recentErrorOutput.join('\n')} />
        </pre>
      )}
      <ServerCommandBar server={server} panel={panel} onPanel={onPanel} />
      {panel !== null && <Unfolded key={panel} {...props} panel={panel} />}
    </li>
  )
})

/** It would open below the lower edge if the server is there. */
function Unfolded({ server, panel, onPanel }: ServerItemProps & { readonly panel: ServerPanel }) {
  const shown = useScrollIntoView<HTMLDivElement>()
  return (
    <div ref={shown}>
      <RenderBoundary
        sentence={notShown.serverPart()}
        text={() => JSON.stringify(server, null, 2)}
        resetKeys={[panel]}
      >
        {panel === 'log' && <LogPanel server={server} />}
        {panel === 'doctor' && <DoctorPanel server={server} onPanel={onPanel} />}
        {panel === 'edit' && <EditPanel serverName={server.name} onDone={() => onPanel(server.name, null)} />}
      </RenderBoundary>
    </div>
  )
}

/** One line of short facts; unknown ones are omitted. */
function Facts({ server }: { readonly server: ServerView }) {
  const tools = describeTools(server)
  const title = [server.title, server.version].filter((part) => part !== null).join(' ')
  return (
    <p className={styles.serverFacts}>
      <TransportLabel transport={server.usedTransport ?? server.transport} />
      <SandboxState server={server} />
      {tools !== null && (
        <span className={server.brokenToolCount > 0 ? styles.serverBroken : undefined}>{tools}</span>
      )}
      {title !== '' && (
        <span>
          <VisibleText text={title} />
        </span>
      )}
      {server.protocolVersion !== null && (
        <span>
          <VisibleText text={texts.protocol({ revision: server.protocolVersion })} />
        </span>
      )}
      {server.processId !== null && <span>{texts.process({ id: server.processId })}</span>}
    </p>
  )
}
