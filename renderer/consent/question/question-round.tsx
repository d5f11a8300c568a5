/**
 * Where a question stands that a server asks inside its results: from the second round on it says so, and gives the
 * person a way to end the request instead of answering on and on.
 */
import { MessagesSquare } from 'lucide-react'
import type { Question } from '../../../app/contract/consents'
import { roundLimit } from '../../../app/contract/limits'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { classNames } from '../../ui/base/class-names'
import questionAccountStyles from './question-account.module.css'
import styles from './question-round.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

/** About the question that is shown. */
export function QuestionRound() {
  const question = useProjection(({ questions }) => questions[0])
  const { pending, failure, run } = useCommand()
  const round = question === undefined || !('round' in question) ? 1 : (question.round ?? 1)
  const stop = question === undefined ? null : stopOf(question)
  if (round < 2 || stop === null) return null
  return (
    <div className={classNames(questionAccountStyles.questionAccount, styles.questionRound)}>
      <MessagesSquare size={16} aria-hidden />
      <span>{consent.round({ round, limit: roundLimit })}</span>
      <Button size="small" isBusy={pending !== null} onClick={() => void run(stop.work)}>
        {stop.words}
      </Button>
      <FailureText text={failure} />
    </div>
  )
}

/** Null where nothing is known that could be stopped. */
function stopOf(
  question: Question
): { readonly words: string; readonly work: () => Promise<unknown> } | null {
  if ('exchange' in question && question.exchange !== undefined) {
    const { id: exchangeId, occasion } = question.exchange
    const words = occasion.kind === 'resource' ? consent.stopReading() : consent.stopPrompt()
    return { words, work: () => call('exchange.stop', { exchangeId }) }
  }
  if (!('callId' in question) || question.callId === null || question.conversationId === null) return null
  const { callId, conversationId } = question
  return {
    words: consent.stopCall(),
    work: () => call('conversation.cancel-tool-call', { conversationId, callId })
  }
}
