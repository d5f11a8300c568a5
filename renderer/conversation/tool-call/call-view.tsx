/** The view of a call: a page of its server, in a frame that the host controls. Its messages never pass through here. */
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { describeViewEnd } from '../../parts/views/describe-view-end'
import { findTallestView } from '../../parts/views/read-view-tokens'
import { useSettledPlace } from '../../parts/views/use-settled-place'
import { useHasQuestionInPage } from '../../parts/question-places-view-store'
import { useProjection } from '../../state/projection'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { Spinner } from '../../ui/controls/button'
import commonStyles from '../../parts/common.module.css'
import { nameCallServer } from './call-state'
import { useCallView, type CallPlace, type ShownGuest } from '../../parts/views/use-call-view'
import { useInertPage } from './use-inert-page'
import { ViewBar } from './view-bar'
import { chooseView, type ShownChoice } from './view-choices-store'
import styles from './call-view.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

interface CallViewProps {
  readonly part: ToolCallPart
  readonly place: CallPlace
  /** Null: it isn't shown. Its frame is only prepared. */
  readonly choice: ShownChoice | null
  /** Called when the user has left it, before it is removed. */
  readonly onLeft: () => void
}

const heights = { usual: 280, least: 48 }
/** In the order in which the panel moves. */
const corners = ['top-right', 'top-left', 'bottom-left', 'bottom-right'] as const

/** A group named `App ‹server› ‹tool›`. */
export function CallView({ part, place, choice, onLeft }: CallViewProps) {
  const { callId } = part
  const [panel, frame] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const [guest, modeButton] = [useRef<HTMLElement>(null), useRef<HTMLButtonElement>(null)]
  const { guest: opened, view, failure, setMode, close } = useCallView(place, frame, choice)
  const mode = view?.displayMode ?? 'inline'
  const [corner, setCorner] = useState(0)
  const isCovered = useProjection((state) => state.questions.length > 0)
  const isSettled = useSettledPlace(frame, `${mode} ${corner} ${isCovered}`)
  useStoredOutcome(callId, failure, choice === null ? null : view)
  useGrantedMode(view, { guest, modeButton, setMode })
  useQuestionInPage(mode, setMode)
  useInertPage(panel, mode === 'fullscreen')
  const [isLeaving, leave] = useLeaving(callId, { close, onLeft })
  const name = nameView(part)
  return (
    <>
      {mode === 'pip' && <p className={`${styles.hidden} ${commonStyles.note}`}>{texts.viewIsInCorner()}</p>}
      <div
        ref={panel}
        role="group"
        aria-label={name}
        className={styles.callView}
        hidden={isLeaving}
        data-mode={mode}
        data-corner={corners[corner]}
        data-covered={isCovered || undefined}
        data-prepared={choice === null || undefined}
        inert={choice === null}
      >
        <ViewBar
          part={part}
          view={view}
          mode={mode}
          modes={view?.displayModes ?? []}
          modeButton={modeButton}
          onMode={setMode}
          onMove={() => setCorner((corner + 1) % corners.length)}
          onLeave={(choice) => void leave(choice)}
        />
        <Frame
          ref={frame}
          height={mode === 'inline' ? readHeight(part, view?.height ?? choice?.height ?? null) : undefined}
          isSettled={isSettled}
          isReady={view?.state === 'ready'}
          isCovered={isCovered}
        >
          {opened !== null && <Guest ref={guest} opened={opened} name={name} />}
        </Frame>
      </div>
    </>
  )
}

interface Leaving {
  readonly close: ShownGuest['close']
  readonly onLeft: () => void
}

/** Whether the user leaves the view, and the function that leaves it. */
function useLeaving(callId: string, { close, onLeft }: Leaving) {
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async (choice: 'text' | 'closed'): Promise<void> => {
    setIsLeaving(true)
    await close() // the view may save its state first
    onLeft()
    chooseView(callId, { type: choice })
  }
  return [isLeaving, leave] as const
}

function nameView(part: ToolCallPart): string {
  return plainWithMarks(texts.viewOf({ server: nameCallServer(part), tool: nameInSentence(part.toolName) }))
}

interface FrameProps {
  readonly ref: RefObject<HTMLDivElement | null>
  /** In CSS pixels. Undefined: it fills its panel. */
  readonly height: number | undefined
  readonly isSettled: boolean
  readonly isReady: boolean
  readonly isCovered: boolean
  readonly children: ReactNode
}

function Frame({ ref, height, isSettled, isReady, isCovered, children }: FrameProps) {
  return (
    <div ref={ref} className={styles.frame} style={{ height }} data-settled={isSettled || undefined}>
      {children}
      {!isReady && <Spinner label={texts.viewLoading()} />}
      {isCovered && <p className={styles.cover}>{texts.viewCovered()}</p>}
    </div>
  )
}

interface GuestProps {
  readonly ref: RefObject<HTMLElement | null>
  readonly opened: NonNullable<ShownGuest['guest']>
  readonly name: string
}

function Guest({ ref, opened: { partition, address }, name }: GuestProps) {
  return <webview ref={ref} className={styles.guest} partition={partition} src={address} title={name} />
}

function readHeight({ state }: ToolCallPart, wanted: number | null): number {
  const isHeld = state === 'preparing' || state === 'waiting-for-approval'
  const height = wanted ?? (isHeld ? heights.least : heights.usual)
  return Math.min(Math.max(height, heights.least), findTallestView())
}

function useStoredOutcome(callId: string, failure: string | null, view: OpenView | null): void {
  useEffect(() => {
    const reason = failure ?? (view?.state === 'ended' ? describeViewEnd(view.reason) : null)
    if (reason !== null) chooseView(callId, { type: 'failed', reason })
    else if (view !== null && view.height !== null && view.state !== 'ended')
      chooseView(callId, { type: 'view', height: view.height })
  }, [callId, failure, view])
}

interface ModeChange {
  readonly guest: RefObject<HTMLElement | null>
  readonly modeButton: RefObject<HTMLButtonElement | null>
  readonly setMode: (mode: OpenView['displayMode']) => void
}

/** A view may take other places of the window only while the user works in it. */
function useGrantedMode(view: OpenView | null, { guest, modeButton, setMode }: ModeChange): void {
  const wanted = view?.wantedMode ?? null
  useEffect(() => {
    const isUsed = document.activeElement === guest.current
    if (wanted === null || (wanted !== 'inline' && !isUsed)) return
    setMode(wanted)
    // Escape leads out of the view.
    if (wanted === 'inline' && isUsed) modeButton.current?.focus()
  }, [wanted, guest, modeButton, setMode])
}

/** A question in the page would be behind the view. */
function useQuestionInPage(mode: OpenView['displayMode'], setMode: ModeChange['setMode']): void {
  const hasQuestion = useHasQuestionInPage()
  useEffect(() => {
    if (hasQuestion && mode === 'fullscreen') setMode('inline')
  }, [hasQuestion, mode, setMode])
}
