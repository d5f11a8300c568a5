/** `Trust server ‹name›?`: what will run or be contacted, what changed, warnings, and the two answers. */
import { useState } from 'react'
import type { ServerTrustQuestion } from '../../../app/contract/questions/questions'
import { QuestionDialog } from '../question/question-dialog'
import { TwoAnswers } from '../question/two-answers'
import { useAnswer } from '../question/use-answer'
import { areParts, listRemaining, type PermissionChanges } from './permissions'
import { explainTrust, TrustDetails } from './trust-details'
import { TrustTogether } from './trust-together'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface TrustQuestionProps {
  readonly question: ServerTrustQuestion
  /** All waiting servers, each of which can be answered here. */
  readonly others: readonly ServerTrustQuestion[]
  readonly waitingCount: number
}

export function TrustQuestion({ question, others, waitingCount }: TrustQuestionProps) {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const [changes, setChanges] = useState<PermissionChanges>({})
  const answer = (decision: 'trust' | 'keep-stopped') => {
    const remaining =
      decision === 'trust' ? listRemaining(question.act, changes, question.proposedHosts) : undefined
    void send({ type: 'server-trust', decision, ...(remaining !== undefined && { left: remaining }) })
  }
  return (
    <QuestionDialog
      serverName={question.serverName}
      title={consent.trustTitle({ server: question.serverName })}
      description={explainTrust(question)}
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={sendSafe}
      footer={
        <TwoAnswers
          no={{ decision: 'keep-stopped', label: consent.keepStopped() }}
          yes={{ decision: 'trust', label: consent.trustAndStart() }}
          pending={pending}
          isYesDisabled={!areParts(question.act, changes)}
          onAnswer={answer}
        />
      }
    >
      <TrustDetails
        question={question}
        changes={changes}
        onChange={(key, change) => setChanges((before) => ({ ...before, [key]: change }))}
      />
      {others.length > 0 && <TrustTogether shown={question} others={others} />}
    </QuestionDialog>
  )
}
