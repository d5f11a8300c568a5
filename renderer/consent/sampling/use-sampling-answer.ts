/** The answer to a sampling request in progress: what is sent to the model, with the user's edits. */
import { useState } from 'react'
import type { QuestionAnswer, SamplingQuestion } from '../../../app/contract/questions/questions'
import { directModelId } from '../../../app/contract/direct-model'
import {
  toSamplingAnswer,
  listDraftChanges,
  toSamplingDraft,
  mostTokens,
  findDraftProblems,
  withText
} from './sampling-draft'
import type { DraftProblems, SamplingDraft } from './sampling-draft'
import { useAnswer } from '../question/use-answer'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface SamplingAnswer {
  readonly draft: SamplingDraft
  readonly change: (changes: Partial<SamplingDraft>) => void
  readonly changeText: (message: number, block: number, text: string) => void
  readonly problems: DraftProblems
  /** The user's changes, as text. */
  readonly changes: readonly string[]
  readonly undo: () => void
  /** Direct is no model, so it can't be asked. */
  readonly canApprove: boolean
  readonly failure: string | null
  readonly pending: QuestionAnswer['decision'] | null
  readonly approve: () => void
  readonly answerMyself: () => void
  readonly decline: () => void
}

export function useSamplingAnswer(question: SamplingQuestion): SamplingAnswer {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const [draft, setDraft] = useState(() => toSamplingDraft(question))
  const [isTried, setIsTried] = useState(false)
  const problems = findDraftProblems(draft, mostTokens(question))
  const wrong = (['maxTokens', 'temperature', 'stopSequences'] as const).find(
    (name) => problems[name] !== null
  )
  const approve = () => {
    setIsTried(wrong !== undefined)
    if (wrong === undefined) void send(toSamplingAnswer(draft, question))
  }
  return {
    draft,
    change: (changes) => setDraft({ ...draft, ...changes }),
    changeText: (message, block, text) =>
      setDraft({ ...draft, messages: withText(draft.messages, { message, block, text }) }),
    problems,
    changes: listDraftChanges(draft, question),
    undo: () => setDraft({ ...toSamplingDraft(question), sharesContext: draft.sharesContext }),
    canApprove: draft.model !== directModelId,
    failure:
      isTried && wrong !== undefined ? sampling.fixFirst({ field: wrong }) : (failure?.message ?? null),
    pending,
    approve,
    answerMyself: () => void send({ type: 'sampling', decision: 'answer-myself' }),
    decline: sendSafe
  }
}
