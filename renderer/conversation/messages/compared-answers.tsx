/** A group named `Two answers side by side`: each as it is, with what it took, and the choice which one counts. */
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
  /** Of the branch that is shown. */
  readonly shown: Message
  /** Of another one. */
  readonly beside: Message
  /** False while an answer is written: nothing in the conversation can be changed then. */
  readonly canChange: boolean
  /** Both without what could change them. */
  readonly drawnShown: ReactNode
  readonly drawnBeside: ReactNode
  /** The conversation goes on with it. */
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

/** By whom, how long it took, what was read and written and what that cost. */
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

/** Runs along while it is written. Of answers from before times were kept, when they were begun. */
function Time({ message: { state, createdAt, tookMs } }: { readonly message: Message }) {
  const isWritten = state === 'streaming'
  const now = useNow(isWritten)
  if (isWritten) return <span>{texts.writtenFor({ time: formatDuration(now - createdAt) })}</span>
  return <span>{tookMs === undefined ? formatTime(createdAt) : formatDuration(tookMs)}</span>
}
