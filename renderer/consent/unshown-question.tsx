/** A question that can't be drawn: the person sees what it holds as plain text and can give the safe answer only. */
import type { ReactNode } from 'react'
import type { QuestionAnswer, Question } from '../../app/contract/consents'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { consent } from '../../app/texts/compiled/window/consent'
import { ui } from '../../app/texts/compiled/window/ui'

const safeAnswers: Readonly<
  Record<Question['type'], { readonly label: () => string; readonly answer: QuestionAnswer }>
> = {
  'server-trust': { label: consent.keepStopped, answer: { type: 'server-trust', decision: 'keep-stopped' } },
  'tool-call': { label: consent.deny, answer: { type: 'tool-call', decision: 'deny' } },
  sampling: { label: consent.decline, answer: { type: 'sampling', decision: 'decline' } },
  'sampling-answer': { label: consent.discard, answer: { type: 'sampling-answer', decision: 'discard' } },
  elicitation: { label: consent.decline, answer: { type: 'elicitation', decision: 'decline' } },
  link: { label: consent.decline, answer: { type: 'link', decision: 'decline' } },
  'tool-result': { label: consent.refuse, answer: { type: 'tool-result', decision: 'refuse' } },
  'sign-in': { label: ui.cancel, answer: { type: 'sign-in', decision: 'cancel' } },
  destination: { label: consent.notNow, answer: { type: 'destination', decision: 'not-now' } },
  'server-words': { label: consent.keepBack, answer: { type: 'server-words', decision: 'keep-back' } },
  'ask-again': { label: consent.refuseForMinute, answer: { type: 'ask-again', decision: 'refuse' } },
  reach: { label: consent.notNow, answer: { type: 'reach', decision: 'not-now' } },
  scripts: { label: consent.noScripts, answer: { type: 'scripts', decision: 'deny' } }
}

export interface UnshownQuestionProps {
  readonly question: Question
  /** What stands in for what it would show. */
  readonly failure: ReactNode
}

export function UnshownQuestion({ question, failure }: UnshownQuestionProps) {
  const { label, answer } = safeAnswers[question.type]
  const answerSafely = () => void call('consent.answer', { questionId: question.id, answer }).catch(report)
  return (
    <Dialog
      open
      title={consent.questionWaits()}
      onClose={answerSafely}
      isOutsidePressIgnored
      hasCloseButton={false}
      isAbove
      plainText={null}
      footer={<Button onClick={answerSafely}>{label()}</Button>}
    >
      {failure}
    </Dialog>
  )
}
