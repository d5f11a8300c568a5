/** The apps of a server's calls in conversations, with their last messages. */
import { AppWindow } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { EventPayload } from '../../../app/contract/bridge/events'
import type { ViewTraceSummary } from '../../../app/contract/bridge/inspected-view-calls'
import { appInspector as texts } from '../../../app/texts/compiled/window/appInspector'
import { messages as messageTexts } from '../../../app/texts/compiled/window/messages'
import { call, failureMessage } from '../../bridge/call'
import { useProjection } from '../../state/projection'
import { formatClock } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { FailureText } from '../../ui/controls/failure-text'
import partStyles from '../status/server-parts.module.css'
import commonStyles from '../../parts/common.module.css'
import offerStyles from '../offers/tool-details.module.css'
import { addMessages, noAppMessages } from './app-message-rows'
import { AppMessages } from './app-messages'

/** A region named `In conversations`; nothing if there is none. */
export function ConversationApps({ serverName }: { readonly serverName: string }) {
  const { value: traces } = useFollowed(
    serverName,
    () => call('view.list-traces', { serverName }),
    serverName
  )
  if (traces === null || traces.length === 0) return null
  return (
    <section className={commonStyles.stack2} aria-label={texts.inConversations()}>
      <h3 className={partStyles.inspectHeading}>{texts.inConversations()}</h3>
      <p className={commonStyles.smallNote}>{texts.inConversationsNote()}</p>
      {traces.map((trace) => (
        <Trace key={trace.viewId} serverName={serverName} trace={trace} />
      ))}
    </section>
  )
}

function Trace({
  serverName,
  trace: { viewId, toolName, conversationId, openedAt, count }
}: {
  readonly serverName: string
  readonly trace: ViewTraceSummary
}) {
  const [isOpen, setIsOpen] = useState(false)
  const title = useProjection(
    ({ conversations }) => conversations.find(({ id }) => id === conversationId)?.title
  )
  return (
    <details
      className={offerStyles.toolDetails}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <AppWindow size={14} aria-hidden />
        <span className={offerStyles.toolDetailsName}>
          <VisibleText text={texts.appAt({ tool: toolName, time: formatClock(openedAt) })} />
        </span>
        <span className={offerStyles.toolDetailsTitle}>
          {title !== undefined && <VisibleText text={title} />}
        </span>
        <span className={commonStyles.smallNote}>{messageTexts.messageCount({ count })}</span>
      </summary>
      {isOpen && (
        <div className={offerStyles.toolDetailsBody}>
          <TraceMessages serverName={serverName} viewId={viewId} />
        </div>
      )}
    </details>
  )
}

function TraceMessages({ serverName, viewId }: { readonly serverName: string; readonly viewId: string }) {
  const { value, failure } = useFollowed(serverName, () => call('view.read-trace', { viewId }), viewId)
  /** Messages up to this index were cleared. */
  const [clearedTo, setClearedTo] = useState(-1)
  if (failure !== null) return <FailureText text={failure} />
  if (value === null) return null
  const shown = value.messages.filter(({ index }) => index > clearedTo)
  const rows = addMessages(noAppMessages, { ...value, messages: shown })
  return (
    <AppMessages
      messages={clearedTo < 0 ? rows : { ...rows, leftOut: 0 }}
      onClear={() => setClearedTo(value.messages.at(-1)?.index ?? clearedTo)}
    />
  )
}

/** Read again when apps of the server have more messages. `key`: what is read. */
function useFollowed<T>(
  serverName: string,
  read: () => Promise<T>,
  key: string
): { readonly value: T | null; readonly failure: string | null } {
  const [found, setFound] = useState<{ readonly value: T | null; readonly failure: string | null }>({
    value: null,
    failure: null
  })
  useEffect(() => {
    let isWanted = true
    const readNow = (): void =>
      void read().then(
        (value) => isWanted && setFound({ value, failure: null }),
        (error: unknown) => isWanted && setFound({ value: null, failure: failureMessage(error) })
      )
    readNow()
    const stop = window.bridge.on(({ name, payload }) => {
      if (name !== 'view.traced') return
      if ((payload as EventPayload<'view.traced'>).serverName === serverName) readNow()
    })
    return () => {
      isWanted = false
      stop()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `read` is another function each time
  }, [serverName, key])
  return found
}
