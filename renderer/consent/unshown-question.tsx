/** A question that can't be drawn: the user sees its content as plain text and can only give the safe answer. */
import type { ReactNode } from 'react'
import type { QuestionAnswer } from '../../app/contract/questions/questions'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { consent } from '../../app/texts/compiled/window/consent'

export interface UnshownQuestionProps {
  readonly questionId: string
  readonly safeAnswer: QuestionAnswer
  readonly safeLabel: () => string
  /** Replaces its content. */
  readonly failure: ReactNode
}

export function UnshownQuestion({ questionId, safeAnswer, safeLabel, failure }: UnshownQuestionProps) {
  const answerSafely = () => void call('consent.answer', { questionId, answer: safeAnswer }).catch(report)
  return (
    <Dialog
      open
      title={consent.questionWaits()}
      onClose={answerSafely}
      isOutsidePressIgnored
      hasCloseButton={false}
      isAbove
      plainText={null}
      footer={<Button onClick={answerSafely}>{safeLabel()}</Button>}
    >
      {failure}
    </Dialog>
  )
}
