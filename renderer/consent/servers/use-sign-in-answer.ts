/** What the user fills in before the browser opens, and the resulting answer. */
import { useState } from 'react'
import type { SignInPlace } from '../../../app/contract/accounts'
import type { AnswerOf, SignInQuestion } from '../../../app/contract/questions/questions'
import { useSecret, type Secret } from '../../ui/controls/secret-field'
import { useAnswer } from '../question/use-answer'

export interface SignInDraft {
  readonly issuer: string | null
  readonly setIssuer: (issuer: string) => void
  readonly clientId: string
  readonly setClientId: (id: string) => void
  readonly clientSecret: Secret
  readonly acceptsDoubt: boolean
  readonly setAcceptsDoubt: (accepts: boolean) => void
}

export function useSignInAnswer(question: SignInQuestion) {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const draft = useDraft(question)
  const place = question.places.find(({ issuer }) => issuer === draft.issuer) ?? null
  return {
    draft,
    place,
    isComplete: place !== null && isComplete(place, draft),
    pending,
    failure: failure?.message ?? null,
    agree: () => {
      if (place !== null) void send(toAnswer(place, draft)) // never rejects
    },
    cancel: sendSafe
  }
}

function useDraft({ places }: SignInQuestion): SignInDraft {
  const [only, second] = places
  const [issuer, setIssuer] = useState(only !== undefined && second === undefined ? only.issuer : null)
  const [clientId, setClientId] = useState('')
  const clientSecret = useSecret()
  const [acceptsDoubt, setAcceptsDoubt] = useState(false)
  return {
    issuer,
    setIssuer,
    clientId,
    setClientId,
    clientSecret,
    acceptsDoubt,
    setAcceptsDoubt
  }
}

function isComplete({ needsClient, doubt, password }: SignInPlace, draft: SignInDraft): boolean {
  const { clientId, clientSecret, acceptsDoubt } = draft
  if (password !== undefined && !clientSecret.isFilled) return false
  return (!needsClient || clientId.trim() !== '') && (doubt === null || acceptsDoubt)
}

function toAnswer({ issuer, needsClient }: SignInPlace, draft: SignInDraft): AnswerOf<'sign-in'> {
  const { clientId, clientSecret, acceptsDoubt } = draft
  const secret = clientSecret.isFilled ? { secret: clientSecret.read() } : {}
  return {
    type: 'sign-in',
    decision: 'open-browser',
    issuer,
    ...(needsClient ? { client: { id: clientId.trim(), ...secret } } : {}),
    ...(acceptsDoubt ? { acceptsDoubt } : {})
  }
}
