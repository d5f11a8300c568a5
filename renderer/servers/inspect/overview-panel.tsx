/** What a server says about itself, all of it untrusted text, with the user's choices. */
import type { ReactNode } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { describeCapabilities } from './capabilities'
import { describeCounts } from './describe-counts'
import { EntrySecretFields } from '../../parts/adding/entry-secrets'
import { useIconHosts } from './icon-hosts'
import { OwnPackages } from './own-packages'
import { ServerLoadFact } from './server-load'
import { ServerOptions } from './server-options'
import { ServerTasks } from './server-tasks'
import { SignInPanel } from './sign-in-panel'
import { TransportLabel } from '../status/transport-label'
import { useTools } from '../offers/use-tools'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'
import styles from './inspect-panel.module.css'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { FailureText } from '../../ui/controls/failure-text'
import { Switch } from '../../ui/controls/switch'

/** A region named `About ‹server›`. */
export function OverviewPanel({ server }: { readonly server: ServerView }) {
  const { tools } = useTools(server)
  const iconHosts = useIconHosts(server, tools)
  return (
    <section
      className={commonStyles.stack4}
      aria-label={plainWithMarks(texts.aboutServer({ name: server.name }))}
    >
      <dl className={styles.inspectFacts}>
        <Fact label={texts.callsItself()}>{server.title}</Fact>
        <Fact label={texts.version()}>{server.version}</Fact>
        <Fact label={texts.protocolRevision()}>{server.protocolVersion}</Fact>
        <Fact label={texts.usedTransport()} unknown={texts.notConnected()}>
          {server.usedTransport === null ? null : <TransportLabel transport={server.usedTransport} />}
        </Fact>
        <Fact label={texts.sinceStart()}>{describeCounts(server.counts)}</Fact>
        <ServerLoadFact server={server} />
      </dl>
      <UseServer server={server} />
      <Capabilities title={texts.capabilities()} capabilities={server.capabilities} />
      <Capabilities title={texts.clientCapabilities()} capabilities={server.clientCapabilities ?? []} />
      <OwnPackages server={server} />
      <ServerTasks server={server} />
      <SignInPanel server={server} />
      <EntrySecretFields server={server} />
      <ServerOptions server={server} iconHosts={iconHosts} />
    </section>
  )
}

interface FactProps {
  readonly label: string
  readonly unknown?: string
  /** Null if the server gives none. */
  readonly children: ReactNode
}

function Fact({ label, unknown = texts.notGiven(), children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children === null ? (
          <span className={partStyles.inspectUnknown}>{unknown}</span>
        ) : typeof children === 'string' ? (
          <VisibleText text={children} />
        ) : (
          children
        )}
      </dd>
    </div>
  )
}

/** Not a list, because a `listitem` of the dialog is always a server. */
function Capabilities({
  title,
  capabilities
}: Pick<ServerView, 'capabilities'> & { readonly title: string }) {
  if (capabilities.length === 0) return null
  return (
    <div role="group" aria-label={title}>
      <h3 className={partStyles.inspectHeading}>{title}</h3>
      <dl className={styles.inspectCapabilities}>
        {describeCapabilities(capabilities).map(({ name, details }) => (
          <div key={name} className={styles.inspectCapability}>
            <dt>
              <VisibleText text={name} />
            </dt>
            <dd>
              <VisibleText text={details.join(', ')} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Whether a server is enabled. */
function UseServer({ server: { name, isDisabled } }: { readonly server: ServerView }) {
  const { pending, failure, run } = useCommand()
  return (
    <>
      <Switch
        label={texts.useServer()}
        hint={texts.useServerHint()}
        isOn={!isDisabled}
        isDisabled={pending !== null}
        onChange={(isOn) =>
          void run(() => call('server.set-options', { serverName: name, isDisabled: !isOn }))
        }
      />
      <FailureText text={failure} />
    </>
  )
}
