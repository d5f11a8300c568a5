/** One tool call: who called which tool, its progress and its result. */
import { CircleX, FileCode, Search } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { Badge } from '../../ui/controls/badge'
import type { BadgeProps } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { FoldButton } from '../../ui/controls/fold-button'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { formatDuration, useNow } from '../../ui/base/format'
import { usePlaceName, useWhenStoredRevealed, useWhenRevealed } from '../../ui/base/reveal-target'
import type { AttachedResource } from '../content/attachments-view-store'
import { useCardPlaceRef } from '../../parts/question-places-view-store'
import { PermissionBadge } from './permission-badge'
import { nameCallServer, describeCallState } from './call-state'
import { CardView, useShownView } from './card-view'
import type { ReadCall } from './compared-result'
import { isFolded } from './group-call-runs'
import { summarizeResult } from './result-kinds'
import { ToolCallDetails } from './tool-call-details'
import { ToolCallModels } from './tool-call-models'
import { ToolCallProgress } from './tool-call-progress'
import { ToolCallTask } from './tool-call-task'
import { ToolCallTimeLimit } from './tool-call-time-limit'
import { ToolIcon } from './tool-icon'
import type { CallPlace } from '../../parts/views/use-call-view'
import { isAskForScripts, isScript } from './script-parts'
import { isToolSearch } from './tool-search-result'
import type { ReadResult } from './whole-result'
import styles from './tool-call-card.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ToolCallCardProps {
  readonly part: ToolCallPart
  /** Where the call is stored. Absent: its view isn't shown. */
  readonly place?: CallPlace | undefined
  /** The call's answer is still being written; only a task outlives it. Default true. */
  readonly isAnswering?: boolean
  /** The answer continues after the call: once done the call folds to a line. Default false. */
  readonly isFollowed?: boolean
  /** For a script: the cards of its calls and their number. */
  readonly calls?: ReactNode
  readonly callCount?: number
  readonly onCancel: (callId: string) => void
  /** Extends a call near its time limit by the same time. */
  readonly onKeepWaiting: (callId: string) => void
  /** Stops the model request of the call's server. */
  readonly onStopModel?: ((requestId: string) => void) | undefined
  readonly onAttach?: ((resource: AttachedResource) => void) | undefined
  /** Shows the log of the call's server. */
  readonly onShowLog?: ((serverName: string) => void) | undefined
  /** Reads the stored text of a long result. */
  readonly readResult?: ReadResult | undefined
  /** Reads the earlier call that this one repeats. */
  readonly readCall?: ReadCall | undefined
  /** Runs it again, unchanged or with other arguments. */
  readonly onRunAgain?: ((withOthers: boolean) => void) | undefined
}

/** A group named `Tool call ‹server› ‹tool›`. */
export function ToolCallCard(props: ToolCallCardProps) {
  const { part, isFollowed = false, onCancel } = props
  const [wanted, setWanted] = useState<boolean | null>(null)
  useWhenRevealed(() => setWanted(true))
  useWhenStoredRevealed(() => setWanted(true))
  const shownView = useShownView(part, props.place)
  const isOpen = wanted ?? shownView?.isTextOpen ?? !isFolded(part, isFollowed)
  const bodyId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const isRunning = part.state === 'running'
  return (
    <div
      role="group"
      aria-label={plainWithMarks(
        texts.toolCall({
          server: nameCallServer(part),
          tool: nameInSentence(part.toolName)
        })
      )}
      className={styles.toolCall}
      data-state={part.state}
      data-hit-place={usePlaceName()}
    >
      <div className={styles.toolCallHeader}>
        <Toggle
          ref={toggle}
          part={part}
          bodyId={bodyId}
          isOpen={isOpen}
          onToggle={() => setWanted(!isOpen)}
        />
        {!isOpen && part.state === 'done' && <Line part={part} />}
        <PermissionBadge part={part} />
        {part.isEditedByPerson && <Badge>{texts.editedByYou()}</Badge>}
        <ReviewBadge part={part} />
        <Elapsed part={part} />
        <StateBadge part={part} />
        {isRunning && (
          <CancelButton
            onCancel={() => {
              onCancel(part.callId)
              toggle.current?.focus() // the button is removed with the call
            }}
          />
        )}
      </div>
      <Running {...props} onAnswered={() => toggle.current?.focus()} />
      {part.state === 'waiting-for-approval' && <QuestionPlaceOf callId={part.callId} />}
      {shownView !== null && <CardView part={part} shown={shownView} />}
      {/* Stays open while the user is in it. */}
      <div id={bodyId} hidden={!isOpen} onPointerDown={() => setWanted(true)} onFocus={() => setWanted(true)}>
        {wanted !== false && <ToolCallDetails {...props} />}
      </div>
    </div>
  )
}

/** Shown while the call runs. `onAnswered` is called when a button was pressed, which is removed with its line. */
function Running(props: ToolCallCardProps & { readonly onAnswered: () => void }) {
  const { part, isAnswering = true, onKeepWaiting, onStopModel, onAnswered } = props
  const isRunning = part.state === 'running'
  return (
    <>
      {isRunning && part.progress !== null && <ToolCallProgress progress={part.progress} />}
      {isRunning && (
        <ToolCallTimeLimit
          timeLimit={part.timeLimit ?? null}
          onKeepWaiting={() => {
            onKeepWaiting(part.callId)
            onAnswered()
          }}
        />
      )}
      {isRunning && part.askedModels !== undefined && (
        <ToolCallModels
          askedModels={part.askedModels}
          serverName={part.serverName}
          onStop={(requestId) => {
            onStopModel?.(requestId)
            onAnswered()
          }}
        />
      )}
      {part.task !== undefined && (
        <ToolCallTask
          task={part.task}
          serverName={part.serverName}
          isFollowed={isRunning}
          isInterrupted={isRunning && !isAnswering}
        />
      )}
    </>
  )
}

/** May contain the call's question, which shows the arguments, so they aren't shown twice. */
function QuestionPlaceOf({ callId }: { readonly callId: string }) {
  return <div ref={useCardPlaceRef(callId)} className={styles.toolCallQuestion} />
}

/** The result in a line. */
function Line({ part }: { readonly part: ToolCallPart }) {
  return (
    <span className={styles.toolCallLine}>
      <VisibleText text={summarizeResult(part)} />
    </span>
  )
}

interface ToggleProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly part: ToolCallPart
  readonly bodyId: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Toggle({ ref, part, bodyId, isOpen, onToggle }: ToggleProps) {
  return (
    <FoldButton
      ref={ref}
      className={styles.toolCallToggle}
      isOpen={isOpen}
      onToggle={onToggle}
      controls={bodyId}
    >
      <CallIcon part={part} />
      <span className={styles.toolCallName} data-hit-words="asked">
        <VisibleText text={nameInSentence(part.toolName)} />
      </span>
      <span className={styles.toolCallServer}>
        <VisibleText text={nameCallServer(part)} />
      </span>
    </FoldButton>
  )
}

function CallIcon({ part }: { readonly part: ToolCallPart }) {
  if (isToolSearch(part)) return <Search size={14} aria-hidden />
  if (isScript(part) || isAskForScripts(part)) return <FileCode size={14} aria-hidden />
  return <ToolIcon serverName={part.serverName} toolName={part.toolName} />
}

/** Shows that cancellation was requested until the call has ended. */
function CancelButton({ onCancel }: { readonly onCancel: () => void }) {
  const [isCancelling, setIsCancelling] = useState(false)
  return (
    <Button
      size="small"
      variant="quiet"
      icon={CircleX}
      isBusy={isCancelling}
      className={styles.toolCallCancel}
      onClick={() => {
        setIsCancelling(true)
        onCancel()
      }}
    >
      <span className={styles.toolCallCancelWord}>
        {isCancelling ? texts.cancelling() : texts.cancelCall()}
      </span>
    </Button>
  )
}

function ReviewBadge({ part }: { readonly part: ToolCallPart }) {
  if (part.review === undefined || part.review.decision === 'passed') return null
  return <Badge>{part.review.decision === 'changed' ? texts.resultChanged() : texts.resultKept()}</Badge>
}

/** Searching tools, reading results and scripts are Parley's own tools. */
const tones: Record<ToolCallPart['state'], BadgeProps['tone']> = {
  preparing: 'neutral',
  'waiting-for-approval': 'warning',
  running: 'accent',
  done: 'success',
  failed: 'danger',
  denied: 'neutral',
  cancelled: 'neutral'
}

function StateBadge({ part }: { readonly part: ToolCallPart }) {
  const isGoingOn = part.state === 'running' || part.state === 'preparing'
  const isToolError = part.isError && part.state === 'done'
  const tone = isToolError ? 'danger' : (tones[part.state] ?? 'neutral')
  return (
    <Badge tone={tone} dot={isGoingOn ? 'pulse' : 'still'}>
      {describeCallState(part)}
    </Badge>
  )
}

/** Counts up while the call runs, then shows how long it took. */
function Elapsed({ part }: { readonly part: ToolCallPart }) {
  const isRunning = part.state === 'running'
  const now = useNow(isRunning)
  if (part.startedAt === null || (part.endedAt === null && !isRunning)) return null
  return (
    <span className={styles.toolCallElapsed}>{formatDuration((part.endedAt ?? now) - part.startedAt)}</span>
  )
}
