/** Which of a conversation's waiting calls is shown, and moving to the others, each in its own card. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../ui/controls/button'
import styles from './question-strip.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface QuestionStripProps {
  /** From 1. */
  readonly number: number
  readonly count: number
  /** Wraps around at both ends, so that no button is disabled under the focus. */
  readonly onTurn: (step: 1 | -1) => void
}

/** A group named `Calls that wait`; nothing if only one waits. */
export function QuestionStrip({ number, count, onTurn }: QuestionStripProps) {
  if (count < 2) return null
  return (
    <div role="group" aria-label={consent.waitingCalls()} className={styles.strip}>
      <IconButton label={consent.previousCall()} icon={ChevronLeft} size="small" onClick={() => onTurn(-1)} />
      <span role="status">{consent.callNumber({ number, count })}</span>
      <IconButton label={consent.nextCall()} icon={ChevronRight} size="small" onClick={() => onTurn(1)} />
    </div>
  )
}
