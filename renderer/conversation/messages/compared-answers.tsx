/** A group named `Two answers side by side`: each unchanged, with its usage, and the choice of which one counts. */
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { modelLabel } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { Badge } from '../../ui/controls/badge'
import { Button, IconButton } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import { formatDuration, formatTime, useNow } from '../../ui/base/format'
import { AnswerUsage } from './answer-usage'
import styles from './compared-answers.module.css'

export interface ComparedAnswersProps {
  /** Of the shown branch. */
  readonly shown: Message
  /** Of another branch. */
  readonly beside: Message
  /** False while an answer is written, because the conversation can't be changed then. */
  readonly canChange: boolean
  /** Both without editing. */
  readonly drawnShown: ReactNode
  readonly drawnBeside: ReactNode
  /** The conversation continues with it. */
  readonly onChoose: (message: Message) => void
  readonly onClose: () => void
}

export function ComparedAnswers(props: ComparedAnswersProps) {
  const { shown, beside, canChange, onChoose, onClose } = props
  return (
    <section className={styles.comparison} aria-label={texts.comparedAnswers()}>
      <header className={styles.head}>
        <h2>{texts.comparedAnswers()}</h2>
        <IconButton label={texts.endComparison()} icon={X} size="small" onClick={onClose} />
      </header>
      <div className={styles.answers}>
        <Answer message={beside} isShown={false} canChoose={canChange} onChoose={onChoose}>
          {props.drawnBeside}
        </Answer>
        <Answer message={shown} isShown canChoose onChoose={onChoose}>
          {props.drawnShown}
        </Answer>
      </div>
    </section>
  )
}

interface AnswerProps extends Pick<ComparedAnswersProps, 'onChoose'> {
  readonly message: Message
  readonly isShown: boolean
  readonly canChoose: boolean
  readonly children: ReactNode
}

function Answer({ message, isShown, canChoose, onChoose, children }: AnswerProps) {
  return (
    <div className={styles.answer} data-shown={isShown || undefined}>
      <Head message={message} isShown={isShown} />
      {children}
      <Button
        size="small"
        icon={Check}
        className={styles.choose}
        disabled={!canChoose}
        onClick={() => onChoose(message)}
      >
        {texts.goOnWithAnswer()}
      </Button>
    </div>
  )
}

/** Model, duration, tokens and cost. */
function Head({ message, isShown }: { readonly message: Message; readonly isShown: boolean }) {
  const { model, usage } = message
  const known = useProjection((state) => state.models.models)
  return (
    <div className={styles.facts}>
      <h3 className={styles.model}>
        <VisibleText text={model === null ? texts.assistant() : modelLabel(known, model)} />
      </h3>
      {isShown && <Badge tone="accent">{texts.goesOnHere()}</Badge>}
      <Time message={message} />
      {usage !== null && <AnswerUsage usage={usage} />}
    </div>
  )
}

/** Counts up while it is written. For old answers without times, the start. */
function Time({ message: { state, createdAt, tookMs } }: { readonly message: Message }) {
  const isWritten = state === 'streaming'
  const now = useNow(isWritten)
  if (isWritten) return <span>{texts.writtenFor({ time: formatDuration(now - createdAt) })}</span>
  return <span>{tookMs === undefined ? formatTime(createdAt) : formatDuration(tookMs)}</span>
}
