/** The answer to a sampling request while the person makes it: what goes to the model, as they leave it. */
import { useState } from 'react'
import type { Answer, SamplingQuestion } from '../../app/contract/consents'
import type { SamplingMessage } from '../../app/contract/requests'
import { directModelId } from '../state/direct-model'
import { isSameJson } from '../ui/schema-form-json'
import { useAnswer } from './use-answer'

export interface SamplingDraft {
  readonly messages: readonly SamplingMessage[]
  /** Empty for none. */
  readonly systemPrompt: string
  readonly model: string
  /** As typed. */
  readonly maxTokens: string
  readonly sharesContext: boolean
}

export interface SamplingAnswer {
  readonly draft: SamplingDraft
  readonly change: (changes: Partial<SamplingDraft>) => void
  readonly changeText: (message: number, block: number, text: string) => void
  /** Why the limit can not be used, a sentence; null when it can. */
  readonly limitProblem: string | null
  /** Direct is no model: there is nobody to ask. */
  readonly canApprove: boolean
  readonly failure: string | null
  readonly pending: Answer['decision'] | null
  readonly approve: () => void
  readonly answerMyself: () => void
  readonly decline: () => void
}

export function useSamplingAnswer(question: SamplingQuestion): SamplingAnswer {
  const { send, pending, failure } = useAnswer(question.id)
  const [first] = useState(() => draftOf(question))
  const [draft, setDraft] = useState(first)
  const [isRefused, setIsRefused] = useState(false)
  const most = mostTokens(question)
  const limitProblem = isLimit(draft.maxTokens, most)
    ? null
    : `Give a whole number from 1 to ${most.toLocaleString('en')}.`
  const approve = () => {
    setIsRefused(limitProblem !== null)
    if (limitProblem !== null) return
    const { sharesContext, ...parts } = draft
    const isChanged = !isSameJson(partsOf(first), partsOf({ ...parts, sharesContext }))
    void send({
      type: 'sampling',
      decision: 'approve',
      ...(isChanged && { edited: partsOf(draft) }),
      ...(sharesContext && { sharesContext })
    })
  }
  return {
    draft,
    change: (changes) => setDraft({ ...draft, ...changes }),
    changeText: (message, block, text) =>
      setDraft({ ...draft, messages: withText(draft.messages, { message, block, text }) }),
    limitProblem,
    canApprove: draft.model !== directModelId,
    failure:
      isRefused && limitProblem !== null
        ? 'The answer limit does not fit. Mend it, then approve.'
        : (failure?.message ?? null),
    pending,
    approve,
    answerMyself: () => void send({ type: 'sampling', decision: 'answer-myself' }),
    decline: () => void send({ type: 'sampling', decision: 'decline' })
  }
}

/** What the server asks for is the most that may be given. */
export function mostTokens({ request }: SamplingQuestion): number {
  return Math.max(1, Math.floor(request.maxTokens))
}

function draftOf(question: SamplingQuestion): SamplingDraft {
  const { request, model } = question
  return {
    messages: request.messages,
    systemPrompt: request.systemPrompt ?? '',
    model,
    maxTokens: String(mostTokens(question)),
    sharesContext: false
  }
}

function isLimit(text: string, most: number): boolean {
  const limit = Number(text)
  return text.trim() !== '' && Number.isInteger(limit) && limit >= 1 && limit <= most
}

/** The draft as the host takes it. */
function partsOf({ messages, systemPrompt, model, maxTokens }: SamplingDraft) {
  return {
    messages: [...messages],
    systemPrompt: systemPrompt === '' ? null : systemPrompt,
    model,
    maxTokens: Number(maxTokens)
  }
}

function withText(
  messages: readonly SamplingMessage[],
  place: { readonly message: number; readonly block: number; readonly text: string }
): SamplingMessage[] {
  return messages.map((message, index) =>
    index === place.message
      ? {
          ...message,
          content: message.content.map((block, at) =>
            at === place.block && block.type === 'text' ? { ...block, text: place.text } : block
          )
        }
      : message
  )
}
