/**
 * The frame of a question without a warning, which is in its call's card: the page around it stays usable. Answers
 * only count half a second after it became visible. While it is out of view a line above the message field leads to
 * it, and no key answers it.
 */
import { MessageCircleQuestion } from 'lucide-react'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useStripPlace, useDeferredPlace } from '../../parts/question-places-view-store'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { useVisibility } from '../../ui/base/use-visibility'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Openings } from '../../ui/controls/guarded-button'
import { consent } from '../../../app/texts/compiled/window/consent'
import { QuestionAccount } from './question-account'
import type { QuestionDialogProps } from './question-dialog'
import { QuestionVisibility, QuestionPlace } from './question-place'
import styles from './question-card.module.css'

export interface QuestionCardProps extends Omit<QuestionDialogProps, 'request' | 'onOutsidePress'> {
  /** Its container; null while the card isn't drawn. */
  readonly card: HTMLElement | null
  /** The user wants to see it while the card isn't drawn. */
  readonly onLeaveCard: () => void
}

/** A non-modal dialog, named like the question. */
export function QuestionCard(props: QuestionCardProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const sight = useVisibility(frame)
  const descriptionId = useId()
  const place = useContext(QuestionPlace) ?? undefined
  const before = useFocusWhereFree(frame)
  const show = () => {
    if (frame === null) return props.onLeaveCard()
    before.current = document.activeElement
    bringBefore(frame)
  }
  useDeferredPlace(show)
  return (
    <>
      {props.card !== null &&
        createPortal(
          <section
            ref={setFrame}
            role="dialog"
            aria-label={plainWithMarks(props.title)}
            aria-describedby={descriptionId}
            tabIndex={-1}
            data-question={place}
            className={styles.questionCard}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || event.defaultPrevented) return
              if (event.target === frame && isLetter(event)) return focusOn(before.current)
              if (event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              props.onSafeAnswer()
            }}
          >
            <Openings value={sight.count}>
              <Head {...props} descriptionId={descriptionId} />
              <div data-part="card-body" className={styles.questionCardBody}>
                {props.serverName !== null && <QuestionAccount serverName={props.serverName} />}
                {props.children}
              </div>
              <footer className={styles.questionCardFooter}>
                <FailureText text={props.failure} />
                <QuestionVisibility value={sight.isInSight}>{props.footer}</QuestionVisibility>
              </footer>
            </Openings>
          </section>,
          props.card
        )}
      {!sight.isInSight && <WaitingLine title={props.title} onShow={show} />}
    </>
  )
}

function Head(props: QuestionCardProps & { readonly descriptionId: string }) {
  return (
    <header className={styles.questionCardHead}>
      <h2 data-part="title" className={styles.questionCardTitle}>
        {props.heading}
      </h2>
      {props.waitingCount > 0 && (
        <span role="status">
          <Badge>{consent.moreWaiting({ count: props.waitingCount })}</Badge>
        </span>
      )}
      <p id={props.descriptionId} className={styles.questionCardDescription}>
        {props.description}
      </p>
    </header>
  )
}

/** For users who look at another place or conversation. */
function WaitingLine({ title, onShow }: { readonly title: string; readonly onShow: () => void }) {
  const place = useStripPlace()
  if (place === null) return null
  return createPortal(
    <div role="status" className={styles.waitingLine}>
      <MessageCircleQuestion size={16} aria-hidden />
      <span className={styles.waitingLineTitle}>
        <VisibleText text={title} />
      </span>
      <Button size="small" onClick={onShow}>
        {consent.showQuestion()}
      </Button>
    </div>,
    place
  )
}

function bringBefore(frame: HTMLElement): void {
  frame.scrollIntoView({ block: 'center' })
  frame.focus({ preventScroll: true })
}

/**
 * A user who is in the middle of something keeps the focus. Otherwise it goes to the question, so that keys answer
 * it, and then back.
 */
function useFocusWhereFree(frame: HTMLElement | null): { current: Element | null } {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (frame === null) return
    const active = document.activeElement
    const isFree =
      active === null ||
      active === document.body ||
      (active instanceof HTMLTextAreaElement && active.value === '')
    if (isFree) {
      before.current = active
      frame.focus({ preventScroll: true })
    }
    return () => {
      const hasFocus = frame.contains(document.activeElement) || document.activeElement === document.body
      if (hasFocus) focusOn(before.current)
    }
  }, [frame])
  return before
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** The user starts typing in another place. */
function isLetter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey
}
