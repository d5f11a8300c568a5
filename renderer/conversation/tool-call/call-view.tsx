/** The view of a call: a page of its server, in a frame that the host controls. Its messages never pass through here. */
import { Maximize2, Minimize2, Text, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { useProjection } from '../../state/projection'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { Button, Spinner } from '../../ui/controls/button'
import { nameCallServer } from './call-state'
import { findTallest, useCallView, type CallPlace } from './use-call-view'
import { chooseView } from './view-choices-store'
import styles from './call-view.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

interface CallViewProps {
  readonly part: ToolCallPart
  readonly place: CallPlace
  /** Of its last frame; null: it had none. */
  readonly height: number | null
  /** Called when the user has left it, before it is removed. */
  readonly onLeft: () => void
}

const heights = { usual: 280, least: 48 }

/** A group named `App ‹server› ‹tool›`. */
export function CallView({ part, place, height, onLeft }: CallViewProps) {
  const { callId } = part
  const frame = useRef<HTMLDivElement>(null)
  const guest = useRef<HTMLElement>(null)
  const { guest: opened, view, failure, setMode, close } = useCallView(place, frame)
  const isFull = view?.displayMode === 'fullscreen'
  useEffect(() => {
    const reason = failure ?? (view?.state === 'ended' ? describeEnd(view.reason) : null)
    if (reason !== null) chooseView(callId, { type: 'failed', reason })
    else if (view !== null && view.height !== null && view.state !== 'ended')
      chooseView(callId, { type: 'view', height: view.height })
  }, [callId, failure, view])
  useGrantedMode(view, guest, setMode)
  const name = plainWithMarks(
    texts.viewOf({ server: nameCallServer(part), tool: nameInSentence(part.toolName) })
  )
  const isHeld = part.state === 'preparing' || part.state === 'waiting-for-approval'
  const usual = isHeld ? heights.least : heights.usual
  const shown = Math.min(Math.max(view?.height ?? height ?? usual, heights.least), findTallest())
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async (choice: 'text' | 'closed'): Promise<void> => {
    setIsLeaving(true)
    await close() // the view may save its state first
    onLeft()
    chooseView(callId, { type: choice })
  }
  return (
    <div
      role="group"
      aria-label={name}
      className={styles.callView}
      hidden={isLeaving}
      data-mode={isFull ? 'fullscreen' : 'inline'}
    >
      <Bar
        part={part}
        isFull={isFull}
        isReady={view?.state === 'ready'}
        onMode={setMode}
        onLeave={(choice) => void leave(choice)}
      />
      <div ref={frame} className={styles.frame} style={isFull ? undefined : { height: shown }}>
        {opened !== null && (
          <webview
            ref={guest}
            className={styles.guest}
            partition={opened.partition}
            src={opened.address}
            title={name}
          />
        )}
        {view?.state !== 'ready' && <Spinner label={texts.viewLoading()} />}
        <Cover />
      </div>
    </div>
  )
}

/** Nothing that a view draws is visible while Parley asks. */
function Cover() {
  const isCovered = useProjection((state) => state.questions.length > 0)
  return isCovered ? <p className={styles.cover}>{texts.viewCovered()}</p> : null
}

/** A view may fill the window only while the user works in it. */
function useGrantedMode(
  view: OpenView | null,
  guest: RefObject<HTMLElement | null>,
  setMode: (mode: OpenView['displayMode']) => void
): void {
  const wanted = view?.wantedMode ?? null
  useEffect(() => {
    if (wanted === 'inline' || (wanted === 'fullscreen' && document.activeElement === guest.current))
      setMode(wanted)
  }, [wanted, guest, setMode])
}

interface BarProps {
  readonly part: ToolCallPart
  readonly isFull: boolean
  readonly isReady: boolean
  readonly onMode: (mode: OpenView['displayMode']) => void
  readonly onLeave: (choice: 'text' | 'closed') => void
}

/** Parley's own, above the view: names the server, so that the view can't pose as something else. */
function Bar({ part, isFull, isReady, onMode, onLeave }: BarProps) {
  const full = useRef<HTMLButtonElement>(null)
  useReturnedFocus(isFull, full)
  useEffect(() => {
    if (!isFull) return
    const leaveOnEscape = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented) onMode('inline')
    }
    window.addEventListener('keydown', leaveOnEscape)
    return () => window.removeEventListener('keydown', leaveOnEscape)
  }, [isFull, onMode])
  return (
    <div className={styles.bar}>
      <span className={styles.from}>
        <VisibleText text={texts.viewFrom({ server: nameCallServer(part) })} />
      </span>
      <Button size="small" variant="quiet" icon={Text} onClick={() => onLeave('text')}>
        {texts.showAsText()}
      </Button>
      <Button
        ref={full}
        size="small"
        variant="quiet"
        icon={isFull ? Minimize2 : Maximize2}
        disabled={!isReady}
        onClick={() => onMode(isFull ? 'inline' : 'fullscreen')}
      >
        {isFull ? texts.exitFullScreen() : texts.viewFullScreen()}
      </Button>
      <Button size="small" variant="quiet" icon={X} onClick={() => onLeave('closed')}>
        {texts.closeView()}
      </Button>
    </div>
  )
}

/** The focus may be in the view, where it would be lost. */
function useReturnedFocus(isFull: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasFull = useRef(isFull)
  useEffect(() => {
    if (wasFull.current !== isFull) button.current?.focus()
    wasFull.current = isFull
  }, [isFull, button])
}

const ends: Readonly<Record<NonNullable<OpenView['reason']>, () => string>> = {
  crashed: texts.viewCrashed,
  navigated: texts.viewNavigated,
  flooded: texts.viewFlooded,
  'too-large': texts.viewTooLarge,
  memory: texts.viewMemory,
  unresponsive: texts.viewUnresponsive,
  removed: texts.viewRemoved,
  silent: texts.viewSilent
}

function describeEnd(reason: OpenView['reason']): string | null {
  return reason === null ? null : ends[reason]()
}
