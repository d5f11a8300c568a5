/** An app that is open without a conversation: what it gets, the frame, how it is shown, and its messages. */
import { RotateCcw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ToolView } from '../../../app/contract/servers'
import { appInspector as texts } from '../../../app/texts/compiled/window/appInspector'
import { conversation } from '../../../app/texts/compiled/window/conversation'
import { describeViewEnd } from '../../parts/views/describe-view-end'
import { ViewAccessMarks } from '../../parts/views/view-access-marks'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { AppFrame } from './app-frame'
import { AppMessages } from './app-messages'
import { AppSteps } from './app-steps'
import { HostContextForm } from './host-context-form'
import { useAppMessages } from './use-app-messages'
import { useInspectedApp } from './use-inspected-app'
import styles from './app-inspector.module.css'

interface AppInspectorProps {
  readonly tool: ToolView
  readonly onClose: () => void
}

/** A group named `App ‹server› ‹tool›`. */
export function AppInspector({ tool, onClose }: AppInspectorProps) {
  const [turn, setTurn] = useState(0)
  return <OpenApp key={turn} tool={tool} onClose={onClose} onAgain={() => setTurn(turn + 1)} />
}

function OpenApp({ tool, onClose, onAgain }: AppInspectorProps & { readonly onAgain: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const app = useInspectedApp(tool, place)
  const { guest, view, failure, context, setContext } = app
  const messages = useAppMessages(guest?.viewId ?? null)
  const { serverName: server, name } = tool
  const title = plainWithMarks(conversation.viewOf({ server, tool: nameInSentence(name) }))
  const end = view?.state === 'ended' ? describeViewEnd(view.reason) : null
  return (
    <div role="group" aria-label={title} className={styles.inspector}>
      <div className={styles.bar}>
        <span className={styles.from}>
          <VisibleText text={conversation.viewFrom({ server })} />
        </span>
        {view !== null && <ViewAccessMarks view={view} />}
        <span className={styles.commands}>
          <Button size="small" variant="quiet" icon={RotateCcw} onClick={onAgain}>
            {texts.again()}
          </Button>
          <Button size="small" variant="quiet" icon={X} onClick={onClose}>
            {conversation.closeView()}
          </Button>
        </span>
      </div>
      <FailureText text={failure ?? end} />
      <AppSteps tool={tool} view={view} />
      <div ref={place} className={styles.stage}>
        {context !== null && <AppFrame guest={guest} view={view} context={context} title={title} />}
      </div>
      {context !== null && <HostContextForm context={context} view={view} onChange={setContext} />}
      <AppMessages {...messages} />
    </div>
  )
}
