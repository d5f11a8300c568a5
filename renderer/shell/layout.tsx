/**
 * The frame of the window: sidebar, conversation, dialogs, questions, notices. The only module that knows all
 * features.
 */
import { PanelLeft, SquarePen } from 'lucide-react'
import { Suspense, useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { narrowWidth } from '../../app/contract/bridge/beginning'
import type { SearchHit } from '../../app/contract/conversations'
import { call } from '../bridge/call'
import { dismissNotice, notify, report } from '../bridge/report'
import { ConversationPage } from '../conversation/conversation-page'
import { focusComposer } from '../conversation/content/drafts-view-store'
import { find } from '../conversation/find/find-view-store'
import { showPreview } from '../preview/preview-view-store'
import { conversationText } from '../conversation/conversation-text'
import { useProjection } from '../state/projection'
import { Button, IconButton } from '../ui/controls/button'
import { RenderBoundary } from '../ui/controls/render-boundary'
import type { RenderBoundaryProps } from '../ui/controls/render-boundary'
import { HostActionsProvider } from '../ui/base/host-actions'
import type { HostActions } from '../ui/base/host-actions'
import { Notices } from '../ui/controls/toast'
import { TooltipLayer } from '../ui/controls/tooltip'
import { shortcutTip } from '../parts/describe-shortcut'
import { selectModel } from './choose-model'
import { foundIn } from './list/found-in'
import { findKeyCommand, searchboxId } from './menu-commands'
import { navigate, useNavigation } from './navigation-view-store'
import { newConversation } from './new-conversation'
import { conversationShown } from './open-first-view'
import { projectionText } from './projection-text'
import { QuickButtons, useEscapeToClose } from './quick-buttons'
import { ServerIcons } from './server-icons'
import { reload } from './reload'
import { Sidebar } from './sidebar'
import { toText } from '../../app/texts/localized'
import styles from './layout.module.css'
import { shell } from '../../app/texts/compiled/window/shell'
import { notShown } from '../../app/texts/compiled/window/notShown'
import { latePart, statePart } from '../ui/controls/late-part'

const hostActions: HostActions = {
  copyText: (text) => reported(call('app.copy-text', { text })),
  copyImage: (at) => reported(call('app.copy-image', at)),
  judgeLink: async (url) => {
    const { warnings } = await call('link.judge', { url })
    return warnings.map((warning) => ({ level: warning.level, text: toText(warning) }))
  },
  openLink: (url) => reported(call('link.open', { url })),
  saveFile: (suggestedName, data) => reported(saveFile(suggestedName, data)),
  drawDiagram: (code) => call('diagram.draw', { code }),
  showPreview
}

async function saveFile(suggestedName: string, data: string): Promise<void> {
  const { path } = await call('app.save-file', { suggestedName, data })
  if (path !== null) notify('status', shell.savedAs({ path }))
}

/** Design parts only need to know that it failed; the notice says why. */
async function reported(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    report(error)
    throw error
  }
}

const openModelSettings = (section: 'models' | 'usage' = 'models') => navigate.openSettings(section)

const Banners = statePart(async () => (await import('./frame-parts')).Banners)
const CurrentPreview = statePart(async () => (await import('./frame-parts')).CurrentPreview)
const ExchangeCards = statePart(async () => (await import('./frame-parts')).ExchangeCards)
const Overlays = statePart(async () => (await import('./frame-parts')).Overlays)

export function Layout() {
  return (
    <HostActionsProvider value={hostActions}>
      <RenderBoundary
        sentence={notShown.window()}
        text={() => conversationText(useNavigation.getState().conversationId)}
        waysOn={[{ label: shell.newConversation(), onPress: newConversation }]}
        renderFailure={(failure) => <main className={styles.failedWindow}>{failure}</main>}
      >
        <Frame />
      </RenderBoundary>
    </HostActionsProvider>
  )
}

function Frame() {
  useCommandKeys()
  useSidebarWidth()
  const isReady = useProjection((state) => state.isReady)
  const isSidebarShown = useNavigation((state) => state.isSidebarShown)
  useEscapeToClose(useNavigation((state) => state.isQuick))
  return (
    <>
      <ServerIcons>
        <div className={styles.layout}>
          {isSidebarShown && (
            <>
              <div className={styles.sidebarShade} aria-hidden onClick={() => navigate.showSidebar(false)} />
              <Part sentence={notShown.conversations()} renderFailure={sidebarFrame}>
                <CurrentSidebar />
              </Part>
            </>
          )}
          <div className={styles.layoutPages}>
            <div className={styles.layoutPage}>
              <Part sentence={notShown.banners()}>{isReady && <Banners />}</Part>
              <Part sentence={notShown.overlays()} waysOn={[reload]}>
                {isReady && <Overlays />}
              </Part>
              <Main isSidebarShown={isSidebarShown} />
            </div>
            <Part sentence={notShown.preview()} renderFailure={previewFrame}>
              {isReady && <CurrentPreview />}
            </Part>
          </div>
        </div>
      </ServerIcons>
      <Part sentence={notShown.serverQuestions()}>{isReady && <ExchangeCards />}</Part>
      <Part sentence={notShown.notices()}>
        <CurrentNotices />
      </Part>
      <TooltipLayer />
    </>
  )
}

type PartProps = Pick<RenderBoundaryProps, 'sentence' | 'waysOn' | 'renderFailure' | 'children'>

function Part(props: PartProps) {
  return <RenderBoundary {...props} text={projectionText} />
}

function sidebarFrame(failure: ReactNode) {
  return (
    <nav aria-label={shell.conversations()} className={styles.failedSidebar}>
      {failure}
    </nav>
  )
}

function previewFrame(failure: ReactNode) {
  return <div className={styles.failedPreview}>{failure}</div>
}

function CurrentSidebar() {
  const currentId = useNavigation((state) => state.conversationId)
  return (
    <Sidebar
      currentId={currentId}
      onOpen={openConversation}
      onNew={newConversation}
      onOpenSettings={() => navigate.openSettings()}
      onHide={() => navigate.showSidebar(false)}
      searchboxId={searchboxId}
    />
  )
}

/** A search hit is shown with its text marked. */
function openConversation(conversationId: string, hit?: SearchHit): void {
  if (hit !== undefined) {
    const { messageId, place } = hit
    find.showSearched({ conversationId, messageId, words: foundIn(hit), place })
  }
  navigate.toConversation(conversationId, hit?.messageId)
}

/** A server, if one is shown. The conversation continues behind it: its draft, its place and the apps in it. */
function Main({ isSidebarShown }: { readonly isSidebarShown: boolean }) {
  const server = useNavigation((state) => state.server)
  return (
    <div className={styles.main}>
      <div className={styles.chat} inert={server !== null}>
        <CurrentConversation isSidebarShown={isSidebarShown} />
      </div>
      {server !== null && (
        <Part sentence={notShown.server()} renderFailure={serverFrame}>
          <Suspense>
            <ServerPage
              serverName={server.name}
              tab={server.tab}
              onServer={(name) => navigate.toServer(name, server.tab)}
              onTab={(tab) => navigate.toServer(server.name, tab)}
              onBack={backToChat}
              onTool={navigate.requestTool}
              leading={isSidebarShown ? null : <LeadingButtons />}
            />
          </Suspense>
        </Part>
      )}
    </div>
  )
}

const ServerPage = latePart(async () => (await import('../servers/server-page')).ServerPage)

function serverFrame(failure: ReactNode) {
  return <main className={styles.failedServer}>{failure}</main>
}

function backToChat(): void {
  navigate.toChat()
  focusComposer()
}

function CurrentConversation({ isSidebarShown }: { readonly isSidebarShown: boolean }) {
  const conversationId = useNavigation((state) => state.conversationId)
  const draftModel = useNavigation((state) => state.draftModel)
  const requestedTool = useNavigation((state) => state.requestedTool)
  const conversation = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId) ?? null
  )
  const defaultModel = useProjection((state) => state.models.defaultModel)
  const messageId = useNavigation((state) => state.wantedMessageId)
  const wanted = useMemo(
    () => (messageId === null ? null : { messageId, onShown: navigate.messageShown }),
    [messageId]
  )
  return (
    <ConversationPage
      conversation={conversation}
      model={conversation?.model ?? draftModel ?? defaultModel}
      requestedTool={requestedTool}
      onTool={navigate.requestTool}
      onBegun={navigate.toBegun}
      onNew={newConversation}
      onShown={conversationShown}
      onChooseModel={selectModel}
      onOpenServers={navigate.openServers}
      onShowLog={navigate.openServerLog}
      onOpenSettings={openModelSettings}
      wanted={wanted}
      leading={isSidebarShown ? null : <LeadingButtons />}
    />
  )
}

function LeadingButtons() {
  const isQuick = useNavigation((state) => state.isQuick)
  return isQuick ? <QuickButtons /> : <SidebarButtons />
}

function SidebarButtons() {
  return (
    <div className={styles.layoutLeading}>
      <IconButton
        label={shell.showConversations()}
        icon={PanelLeft}
        size="small"
        {...shortcutTip(shell.showConversations(), 'toggle-list')}
        onClick={() => navigate.showSidebar(true)}
      />
      <IconButton
        label={shell.newConversation()}
        icon={SquarePen}
        size="small"
        {...shortcutTip(shell.newConversation(), 'new-conversation')}
        onClick={newConversation}
      />
    </div>
  )
}

function CurrentNotices() {
  const notices = useProjection((state) => state.notices)
  const actionOf = (id: number) => {
    if (notices.find((notice) => notice.id === id)?.action !== 'ask-collector') return null
    const ask = () => {
      dismissNotice(id)
      // Denying is an answer, too; the ledger settings show it.
      void call('ledger.ask-collector', {}).catch(() => {})
    }
    return (
      <Button size="small" onClick={ask}>
        {shell.decideCollector()}
      </Button>
    )
  }
  return <Notices notices={notices} onDismiss={dismissNotice} actionOf={actionOf} />
}

function useCommandKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = findKeyCommand(event)
      if (command === null) return
      event.preventDefault()
      command()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The sidebar opens and closes automatically only when the window crosses the narrow width. */
function useSidebarWidth(): void {
  useEffect(() => {
    const wide = window.matchMedia(`(min-width: ${narrowWidth}px)`)
    const onChange = () => navigate.showSidebar(wide.matches)
    // A hidden window has no width when this page begins, and may get it before this listens.
    onChange()
    wide.addEventListener('change', onChange)
    return () => wide.removeEventListener('change', onChange)
  }, [])
}
