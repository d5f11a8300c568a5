/** A large button for one of a few choices: icon, title and a sentence. Its accessible name is the title. */
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Spinner } from './button'
import { classNames } from '../base/class-names'
import styles from './choice-card.module.css'

export interface ChoiceCardProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly description: string
  readonly onChoose: () => void
  /** Set if the cards are alternatives: whether this one is chosen. */
  readonly isChosen?: boolean
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
}

/** The cards side by side, as many as fit. */
export function ChoiceCards({ children }: { readonly children: ReactNode }) {
  return <div className={styles.choiceCards}>{children}</div>
}

export function ChoiceCard(props: ChoiceCardProps) {
  const id = useId()
  const { icon: Icon, isChosen, isBusy = false } = props
  return (
    <button
      type="button"
      className={classNames(styles.choiceCard, isChosen && styles.choiceCardChosen)}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      aria-pressed={isChosen}
      aria-busy={isBusy || undefined}
      disabled={isBusy || props.isDisabled === true}
      onClick={props.onChoose}
    >
      <span className={styles.choiceCardIcon}>{isBusy ? <Spinner /> : <Icon size={18} aria-hidden />}</span>
      <span className={styles.choiceCardWords}>
        <span id={`${id}-title`} className={styles.choiceCardTitle}>
          {props.title}
        </span>
        <span id={`${id}-text`} className={styles.choiceCardText}>
          {props.description}
        </span>
      </span>
    </button>
  )
}
