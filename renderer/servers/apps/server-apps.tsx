/** The tools of a server that have an app. Each can be opened without a conversation. Each shows its address and, on demand, what Parley reads from its page. */
import { AppWindow, FileSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ViewInspection } from '../../../app/contract/bridge/view-calls'
import type { ServerView, ToolView } from '../../../app/contract/servers'
import { appInspector } from '../../../app/texts/compiled/window/appInspector'
import { serverView as texts } from '../../../app/texts/compiled/window/serverView'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { explainNotForModels } from '../../parts/tool-hints'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { OfferDetails, OfferList } from '../offers/offer-list'
import { useTools } from '../offers/use-tools'
import { AppInspector } from './app-inspector'
import { AppPage } from './app-page'
import { ConversationApps } from './conversation-apps'
import commonStyles from '../../parts/common.module.css'

/** A region named `Apps of ‹server›`. */
export function ServerApps({ server }: { readonly server: ServerView }) {
  const { tools, failure } = useTools(server)
  const rows = tools?.flatMap((tool) => {
    const uri = tool.ui?.resourceUri ?? null
    if (uri === null) return []
    return [
      { key: tool.name, icon: AppWindow, name: tool.name, address: uri, body: <App tool={tool} uri={uri} /> }
    ]
  })
  return (
    <section className={commonStyles.stack3} aria-label={plainWithMarks(texts.appsOf({ name: server.name }))}>
      <FailureText text={failure} />
      {failure === null && <OfferList server={server} rows={rows ?? null} none={texts.noApps()} />}
      <ConversationApps serverName={server.name} />
    </section>
  )
}

function App({ tool, uri }: { readonly tool: ToolView; readonly uri: string }) {
  const [page, setPage] = useState<ViewInspection | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const openButton = useRef<HTMLButtonElement>(null)
  const { pending, failure, run } = useCommand()
  const close = () => {
    setIsOpen(false)
    // The pressed button has gone with the app.
    setTimeout(() => openButton.current?.focus())
  }
  const read = async () => {
    setPage(null)
    setPage(await call('view.inspect', { serverName: tool.serverName, uri }))
  }
  const isForBoth = tool.ui?.isForView !== false
  return (
    <>
      <OfferDetails
        description={tool.description}
        facts={[uri, explainNotForModels(tool) ?? (isForBoth ? texts.toolForAll() : texts.toolForModels())]}
      />
      <div className={commonStyles.wrapRow}>
        {!isOpen && (
          <Button ref={openButton} size="small" icon={AppWindow} onClick={() => setIsOpen(true)}>
            {appInspector.openApp()}
          </Button>
        )}
        <Button size="small" icon={FileSearch} isBusy={pending !== null} onClick={() => void run(read)}>
          {texts.readPage()}
        </Button>
      </div>
      <FailureText text={failure} />
      {isOpen && <AppInspector tool={tool} onClose={close} />}
      {page !== null && <AppPage toolName={tool.name} page={page} />}
    </>
  )
}
