/** One server instead of the conversation: all servers at the left, and the parts of this one as tabs. */
import { Tabs } from '@base-ui/react/tabs'
import { AppWindow, ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { serverTabs, type ServerTab } from '../../app/contract/bridge/beginning'
import type { ServerView } from '../../app/contract/servers'
import { toText } from '../../app/texts/localized'
import { notShown } from '../../app/texts/compiled/window/notShown'
import { servers as serverTexts } from '../../app/texts/compiled/window/servers'
import { serverView as texts } from '../../app/texts/compiled/window/serverView'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { Button, IconButton } from '../ui/controls/button'
import { EmptyState } from '../ui/controls/empty-state'
import { FailureText } from '../ui/controls/failure-text'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { ServerApps } from './apps/server-apps'
import { Comparable } from './differences/comparable'
import { LogPanel } from './diagnose/log-panel'
import { HealthSection } from './health/health-section'
import { OtherAppsSection } from './health/other-apps-section'
import { MessagesPanel } from './messages/messages-panel'
import { AccessPanel } from './inspect/access-panel'
import { OverviewPanel } from './inspect/overview-panel'
import { LifeCommands } from './life-commands'
import { ServerPrompts } from './offers/server-prompts'
import { ServerResources } from './offers/server-resources'
import { ServerTools } from './offers/server-tools'
import { TryToolContext, type TryTool } from './offers/try-tool'
import { useTools } from './offers/use-tools'
import { RecordButton, RecordingMark } from './recordings/record-button'
import { SandboxState } from './status/sandbox-state'
import { SignInAnyway } from './status/sign-in-anyway'
import { StartNotice } from './status/start-notice'
import { StateBadge } from './status/state-badge'
import { TestsPanel } from './tests/tests-panel'
import commonStyles from '../parts/common.module.css'
import hiddenStyles from '../ui/base/visually-hidden.module.css'
import styles from './server-page.module.css'

export interface ServerPageProps {
  readonly serverName: string
  readonly tab: ServerTab
  readonly onServer: (serverName: string) => void
  readonly onTab: (tab: ServerTab) => void
  readonly onBack: () => void
  /** Asks for a tool's arguments in the conversation and runs it. */
  readonly onTool: TryTool
  /** Buttons of the frame at the start of the title line. */
  readonly leading: ReactNode
}

/** The `main` named `Server ‹name›`. */
export function ServerPage(props: ServerPageProps) {
  const { serverName, leading, onBack } = props
  const server = useProjection((state) => state.servers.find(({ name }) => name === serverName))
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    // What was pressed to come here is gone. A tab that gets the focus before it knows its place loses it to the arrows.
    const timer = setTimeout(() =>
      page.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
    )
    return () => clearTimeout(timer)
  }, [])
  return (
    <main ref={page} className={styles.page} aria-label={plainWithMarks(texts.mainOf({ name: serverName }))}>
      <header className={styles.header}>
        {leading}
        <h1 className={styles.title}>
          <VisibleText text={serverName} />
        </h1>
        {server !== undefined && <StateBadge state={server.state} />}
        <div className={styles.windowCommands}>
          <WaitingQuestion />
          {server !== undefined && <RecordButton key={serverName} serverName={serverName} />}
          {server !== undefined && <OpenInNewWindow {...props} />}
          <Button size="small" icon={ArrowLeft} onClick={onBack}>
            {texts.backToChat()}
          </Button>
        </div>
      </header>
      <div className={styles.body}>
        <ServerNavigation {...props} />
        {server === undefined ? (
          <EmptyState title={texts.gone()}>{texts.goneNote()}</EmptyState>
        ) : (
          <Parts key={serverName} {...props} server={server} />
        )}
      </div>
    </main>
  )
}

/** One that was in the card of its call stays there. */
function WaitingQuestion() {
  const isWaiting = useProjection((state) => state.questions.length > 0)
  return <span role="status">{isWaiting && texts.questionWaits()}</span>
}

function OpenInNewWindow({ serverName, tab }: ServerPageProps) {
  const { pending, failure, run } = useCommand()
  return (
    <>
      <FailureText text={failure} />
      <IconButton
        size="small"
        icon={AppWindow}
        label={texts.openInNewWindow()}
        disabled={pending !== null}
        onClick={() => void run(() => call('window.show-server', { serverName, tab }))}
      />
    </>
  )
}

/** The shown one is marked as current. */
function ServerNavigation({ serverName, onServer }: ServerPageProps) {
  const servers = useProjection((state) => state.servers)
  return (
    <nav className={styles.servers} aria-label={serverTexts.title()}>
      {servers.map(({ name, state }) => (
        <button
          key={name}
          type="button"
          className={styles.server}
          aria-current={name === serverName ? 'page' : undefined}
          onClick={() => onServer(name)}
        >
          <span className={styles.serverName}>
            <VisibleText text={name} />
          </span>
          <RecordingMark serverName={name} />
          <StateBadge state={state} />
        </button>
      ))}
    </nav>
  )
}

function Parts({ server, tab, onTab, onTool }: ServerPageProps & { readonly server: ServerView }) {
  const Part = parts[tab]
  return (
    <Tabs.Root value={tab} onValueChange={(next) => onTab(next as ServerTab)} className={styles.parts}>
      <Life server={server} />
      <Tabs.List className={styles.tabs} aria-label={texts.tabs()}>
        {serverTabs.map((each) => (
          <Tabs.Tab key={each} value={each} className={styles.tab}>
            {titles[each]()}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={styles.panel}>
        <h2 className={hiddenStyles.visuallyHidden}>{titles[tab]()}</h2>
        <RenderBoundary
          sentence={notShown.serverPart()}
          text={() => JSON.stringify(server, null, 2)}
          resetKeys={[tab]}
        >
          <TryToolContext value={onTool}>
            <Part server={server} />
          </TryToolContext>
        </RenderBoundary>
      </Tabs.Panel>
    </Tabs.Root>
  )
}

/** Its state with the reason, and what changes it. */
function Life({ server }: { readonly server: ServerView }) {
  const command = useCommand()
  return (
    <div className={styles.life}>
      <div className={styles.lifeCommands}>
        <LifeCommands server={server} command={command} />
        <SandboxState server={server} />
      </div>
      <FailureText text={command.failure} />
      <StartNotice server={server} />
      {server.reason !== null && (
        <p className={styles.reason}>
          <VisibleText text={toText(server.reason)} />
        </p>
      )}
      <SignInAnyway server={server} />
    </div>
  )
}

const titles: Readonly<Record<ServerTab, () => string>> = {
  overview: texts.overview,
  tools: texts.tools,
  resources: texts.resources,
  prompts: texts.prompts,
  apps: texts.apps,
  messages: texts.messages,
  log: texts.log,
  tests: texts.tests,
  access: texts.access
}

const parts: Readonly<Record<ServerTab, ComponentType<{ readonly server: ServerView }>>> = {
  overview: Overview,
  tools: Tools,
  resources: ServerResources,
  prompts: ServerPrompts,
  apps: ServerApps,
  messages: Messages,
  log: LogPanel,
  tests: TestsPanel,
  access: AccessPanel
}

interface PartProps {
  readonly server: ServerView
}

function Overview({ server }: PartProps) {
  return (
    <Comparable server={server}>
      {(compareButton) => (
        <div className={commonStyles.stack4}>
          <div>{compareButton}</div>
          <OverviewPanel server={server} />
          <HealthSection server={server} />
          <OtherAppsSection server={server} />
        </div>
      )}
    </Comparable>
  )
}

function Messages({ server }: PartProps) {
  return (
    <Comparable server={server}>
      {(compareButton) => <MessagesPanel server={server} compareButton={compareButton} />}
    </Comparable>
  )
}

function Tools({ server }: PartProps) {
  return <ServerTools server={server} reading={useTools(server)} />
}
