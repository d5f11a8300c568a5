/** The frame of an inspected app, as large as its host context says. */
import { useRef } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { InspectedContext } from '../../../app/contract/bridge/inspected-view-calls'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import { appInspector as texts } from '../../../app/texts/compiled/window/appInspector'
import { conversation } from '../../../app/texts/compiled/window/conversation'
import { useSettledPlace } from '../../parts/views/use-settled-place'
import { useProjection } from '../../state/projection'
import { Spinner } from '../../ui/controls/button'
import styles from './app-inspector.module.css'

interface AppFrameProps {
  readonly guest: CallOutput<'view.open-inspected'> | null
  readonly view: OpenView | null
  readonly context: InspectedContext
  readonly title: string
}

const heights = { usual: 280, least: 48 }

export function AppFrame({ guest, view, context, title }: AppFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isCovered = useProjection((state) => state.questions.length > 0)
  const isSettled = useSettledPlace(frame, String(isCovered))
  const hasEnded = view?.state === 'ended'
  const width = Math.max(context.width, 1)
  const height = readHeight(view, context)
  return (
    <>
      <div
        ref={frame}
        className={styles.frame}
        style={{ width, height }}
        data-settled={isSettled || undefined}
      >
        {guest !== null && !hasEnded && (
          <webview className={styles.guest} partition={guest.partition} src={guest.address} title={title} />
        )}
        {view?.state !== 'ready' && !hasEnded && <Spinner label={conversation.viewLoading()} />}
        {isCovered && <p className={styles.cover}>{conversation.viewCovered()}</p>}
      </div>
      <p className={styles.size}>{texts.frameSize({ width, height })}</p>
    </>
  )
}

function readHeight(view: OpenView | null, { displayMode, height }: InspectedContext): number {
  if (displayMode !== 'inline') return Math.max(height, 1)
  return Math.min(Math.max(view?.height ?? heights.usual, heights.least), Math.max(height, heights.least))
}
