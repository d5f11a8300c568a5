/** A large button for one of a few ways to go: icon, title and a sentence. Its accessible name is the title. */
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Spinner } from './button'
import { classNames } from '../base/class-names'
import './choice-card.css'

export interface ChoiceCardProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly description: string
  readonly onChoose: () => void
  /** Set where the cards are alternatives: whether this one is chosen. */
  readonly isChosen?: boolean
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
}

export function ChoiceCard(props: ChoiceCardProps) {
  const id = useId()
  const { icon: Icon, isChosen, isBusy = false } = props
  return (
    <button
      type="button"
      className={classNames('choice-card', isChosen && 'choice-card-chosen')}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      aria-pressed={isChosen}
      aria-busy={isBusy || undefined}
      disabled={isBusy || props.isDisabled === true}
      onClick={props.onChoose}
    >
      <span className="choice-card-icon">{isBusy ? <Spinner /> : <Icon size={18} aria-hidden />}</span>
      <span className="choice-card-words">
        <span id={`${id}-title`} className="choice-card-title">
          {props.title}
        </span>
        <span id={`${id}-text`} className="choice-card-text">
          {props.description}
        </span>
      </span>
    </button>
  )
}
