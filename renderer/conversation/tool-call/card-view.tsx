/** Whether a card shows the view of its call or its text, and the way from one to the other. */
import { AppWindow } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, RefObject } from 'react'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { useProjection } from '../../state/projection'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { nameCallServer } from './call-state'
import { CallView } from './call-view'
import type { CallPlace } from '../../parts/views/use-call-view'
import { chooseView, useViewChoice, type ViewChoice } from './view-choices-store'
import commonStyles from '../../parts/common.module.css'
import styles from './call-view.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ShownView {
  readonly place: CallPlace
  /** `waiting`: its server isn't connected. */
  readonly choice: ViewChoice | { readonly type: 'waiting' }
  /** Whether the text of the call is shown unless the user folds it. Undefined: as without a view. */
  readonly isTextOpen: boolean | undefined
}

const unchanged: ViewChoice = { type: 'view', height: null }
const closed: ViewChoice = { type: 'closed' }

/** Null: the call has no view. */
export function useShownView(part: ToolCallPart, place: CallPlace | undefined): ShownView | null {
  const { callId, viewUri, serverName } = part
  // A failure is shown as text, unless its view was open before.
  const hasFailed = part.state === 'failed' || part.state === 'cancelled'
  const [opensClosed] = useState(hasFailed)
  const chosen = useViewChoice(callId) ?? (opensClosed ? closed : unchanged)
  const isConnected = useProjection(({ servers }) =>
    servers.some((server) => server.name === serverName && server.state === 'connected')
  )
  // An open view outlives the connection.
  const [wasConnected, setWasConnected] = useState(isConnected)
  if (isConnected && !wasConnected) setWasConnected(true)
  if (viewUri === undefined || place === undefined || !canHaveView(part)) return null
  const choice = chosen.type === 'view' && !wasConnected ? ({ type: 'waiting' } as const) : chosen
  return { place, choice, isTextOpen: hasFailed ? undefined : openText[choice.type] }
}

/** Not if it ended before it was approved. */
function canHaveView({ state, startedAt }: ToolCallPart): boolean {
  return state !== 'denied' && (startedAt !== null || (state !== 'failed' && state !== 'cancelled'))
}

const openText: Readonly<Record<ShownView['choice']['type'], boolean | undefined>> = {
  view: false,
  waiting: undefined,
  text: true,
  failed: true,
  closed: false
}

/** The core keeps a prepared frame somewhat longer. */
const nearLimitMs = 8_000

interface CardViewProps {
  readonly part: ToolCallPart
  readonly shown: ShownView
}

export function CardView({ part, shown: { place, choice } }: CardViewProps) {
  const back = useRef<HTMLButtonElement>(null)
  const hasLeft = useRef(false)
  const { isNear, approach } = useNearness(choice.type, hasLeft)
  useEffect(() => {
    // The pressed button has gone with the view.
    if (hasLeft.current) back.current?.focus()
    hasLeft.current = false
  }, [choice.type])
  const shown = choice.type === 'view' ? choice : null
  return (
    <>
      {(shown !== null || isNear) && (
        <CallView
          part={part}
          place={place}
          choice={shown}
          onLeft={() => {
            hasLeft.current = true
          }}
        />
      )}
      {choice.type === 'waiting' && (
        <p className={styles.hidden}>
          <span className={commonStyles.note}>
            {plainWithMarks(texts.viewWaits({ server: nameCallServer(part) }))}
          </span>
        </p>
      )}
      {choice.type !== 'view' && choice.type !== 'waiting' && (
        <div className={styles.hidden}>
          {choice.type === 'failed' && <p className={commonStyles.note}>{plainWithMarks(choice.reason)}</p>}
          <Button
            ref={back}
            size="small"
            variant="quiet"
            icon={AppWindow}
            onClick={() => chooseView(part.callId, { type: 'view', height: null, asksAgain: true })}
            {...approach}
          >
            {texts.showView()}
          </Button>
        </div>
      )}
    </>
  )
}

/** Whether the pointer or the keyboard has just come to the button: then its view is prepared, because its process needs time. */
function useNearness(choice: string, hasLeft: RefObject<boolean>) {
  const [isNear, setIsNear] = useState(false)
  const [known, setKnown] = useState(choice)
  if (known !== choice) {
    setKnown(choice)
    setIsNear(false)
  }
  useEffect(() => {
    if (!isNear) return
    const limit = setTimeout(() => setIsNear(false), nearLimitMs)
    return () => clearTimeout(limit)
  }, [isNear])
  const leave = () => setIsNear(false)
  return {
    isNear,
    approach: {
      onPointerEnter: () => setIsNear(true),
      onPointerLeave: leave,
      // Someone who has just left the view isn't about to open it.
      onFocus: ({ currentTarget }: FocusEvent) =>
        setIsNear(!hasLeft.current && currentTarget.matches(':focus-visible')),
      onBlur: leave
    }
  }
}
