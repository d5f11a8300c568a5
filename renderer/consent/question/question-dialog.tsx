/**
 * The frame of every question. The focus starts on the dialog and not on a button, Escape gives the safe answer, and
 * approving takes a press some time after the question appeared. So no key or press that was meant for something else
 * approves.
 */
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/controls/badge'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { useGuardedPress } from '../../ui/controls/guarded-button'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { KeepDialogEnd } from './keep-answers-in-place'
import { OtherConversationNote } from './other-conversation'
import { QuestionAccount } from './question-account'
import { QuestionPlace } from './question-place'
import { QuestionStops } from './question-stops'
import type { RequestOfServer } from './question-stops'
import styles from './question-dialog.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'
import { MessagesSquare } from 'lucide-react'
import { roundLimit } from '../../../app/contract/limits'
import questionAccountStyles from './question-account.module.css'

export interface QuestionDialogProps {
  readonly title: string
  /** The same text with the names in it highlighted. */
  readonly heading?: ReactNode
  /** The server whose account is named; null if the question is about the account. */
  readonly serverName: string | null
  /** The server request that caused it and may repeat. Absent: none. */
  readonly request?: RequestOfServer
  readonly description: ReactNode
  /** Questions that wait behind this one. */
  readonly waitingCount: number
  /** Escape. */
  readonly onSafeAnswer: () => void
  /** A press outside, once the question has been visible for a while. Absent: nothing. */
  readonly onOutsidePress?: (() => void) | undefined
  /** Why the last answer was rejected, as a sentence; next to the buttons, always in view. */
  readonly failure: string | null
  readonly footer: ReactNode
  readonly children: ReactNode
}

export function QuestionDialog(props: QuestionDialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const popup = useMemo(() => ({ get current() { return body.current?.closest<HTMLElement>('[role="dialog"]') ?? null } }), []) // prettier-ignore
  const { onOutsidePress } = props
  const outside = useGuardedPress(() => onOutsidePress?.())
  useEscape(popup, props.onSafeAnswer)
  useKeepFocus(popup)
  return (
    <Dialog
      open
      title={plainWithMarks(props.title)}
      heading={props.heading}
      description={props.description}
      onClose={props.onSafeAnswer}
      isOutsidePressIgnored
      onBackdropPress={outside.onClick}
      isPageReadable
      hasCloseButton={false}
      initialFocus={popup}
      isAbove
      place={useContext(QuestionPlace) ?? undefined}
      // Content that can't be drawn must not be approved, so the whole question is replaced.
      plainText={null}
      className={styles.questionDialog}
      footer={
        <>
          {props.waitingCount > 0 && (
            <span role="status" className={styles.questionWaiting}>
              <Badge>{consent.moreWaiting({ count: props.waitingCount })}</Badge>
            </span>
          )}
          <FailureText text={props.failure} />
          {props.request !== undefined && <QuestionStops request={props.request} />}
          {props.footer}
        </>
      }
    >
      {/* It scrolls, so it must be focusable by keyboard. */}
      <div
        ref={body}
        className={styles.questionBody}
        data-scrollbar="steady"
        role="group"
        aria-label={consent.details()}
        tabIndex={0}
      >
        <KeepDialogEnd />
        <OtherConversationNote />
        {props.serverName !== null && <QuestionAccount serverName={props.serverName} />}
        <QuestionRound round={props.request?.round ?? 1} />
        {props.children}
      </div>
    </Dialog>
  )
}

/** Only the question handles Escape, not a dialog below it, unless a list is open inside the question. */
function useEscape(popup: { readonly current: HTMLElement | null }, onEscape: () => void): void {
  const latest = useRef(onEscape)
  // Both before the question is visible, because Escape may come with its first frame.
  useLayoutEffect(() => {
    latest.current = onEscape
  }, [onEscape])
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || hasOpenList(popup.current)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [popup])
}

/** A list opened from the question is drawn next to it; lists of the page or of a dialog below don't count. */
function hasOpenList(dialog: HTMLElement | null): boolean {
  const lists = [...document.querySelectorAll('[role="listbox"]')]
  return lists.some((list) => {
    const around = list.closest('[data-part="dialog"], main')
    return around === null || around === dialog
  })
}

const focusable =
  ':is(a[href], button, input, textarea, select, [tabindex]):not(:disabled, [tabindex="-1"], [aria-hidden="true"])'

/** Tab stays inside the question: the page behind it can be read, but not used. */
function useKeepFocus(popup: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const dialog = popup.current
      if (event.key !== 'Tab' || dialog === null || isElsewhereAbove(dialog)) return
      const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)]
      const at = stops.indexOf(document.activeElement as HTMLElement)
      const isLeaving = event.shiftKey
        ? at <= 0
        : at === stops.length - 1 || !dialog.contains(document.activeElement)
      if (!isLeaving) return
      event.preventDefault()
      stops.at(event.shiftKey ? -1 : 0)?.focus()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [popup])
}

/** A list opened from the question is outside it and handles Tab. */
function isElsewhereAbove(dialog: HTMLElement): boolean {
  const list = document.activeElement?.closest('[role="listbox"]')
  return list !== null && list !== undefined && !dialog.contains(list)
}

/** Shows the round of a question inside a server's result, from the second on. */
function QuestionRound({ round }: { readonly round: number }) {
  if (round < 2) return null
  return (
    <p className={questionAccountStyles.questionAccount}>
      <MessagesSquare size={16} aria-hidden />
      <span>{consent.round({ round, limit: roundLimit })}</span>
    </p>
  )
}
