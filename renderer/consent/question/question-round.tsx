/** Shows the round of a question inside a server's result, from the second on. */
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
