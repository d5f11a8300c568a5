/** Where a question stands that a server asks inside its results: from the second round on it says so. */
import { MessagesSquare } from 'lucide-react'
import { roundLimit } from '../../../app/contract/limits'
import { consent } from '../../../app/texts/compiled/window/consent'
import questionAccountStyles from './question-account.module.css'

export function QuestionRound({ round }: { readonly round: number }) {
  if (round < 2) return null
  return (
    <p className={questionAccountStyles.questionAccount}>
      <MessagesSquare size={16} aria-hidden />
      <span>{consent.round({ round, limit: roundLimit })}</span>
    </p>
  )
}
