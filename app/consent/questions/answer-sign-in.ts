/** Interprets answers to the question before the browser opens for a sign-in. `app/auth` signs in. */
import { invalidAnswer } from './answer-context'
import type { TakeAnswer } from './answer-context'
import { say } from '../../texts/render-localized'

export const takeSignInAnswer: TakeAnswer<'sign-in'> = (waiting, answer, { log }) => {
  const { places, serverName } = waiting.question
  const { decision, issuer, client, acceptsDoubt = false } = answer
  if (decision === 'open-browser') {
    const place = issuer === undefined && places.length === 1 ? places[0] : findPlace(places, issuer)
    if (place === undefined) throw invalidAnswer(say('consent.choosePlace'))
    if (place.needsClient && client === undefined) throw invalidAnswer(say('consent.enterClient'))
    if (place.doubt !== null && !acceptsDoubt) throw invalidAnswer(say('consent.confirmPlace'))
    waiting.settle({
      type: 'agreed',
      issuer: place.issuer,
      client: place.needsClient && client !== undefined ? client : null,
      acceptsDoubt
    })
  } else {
    waiting.settle({ type: 'cancelled' })
  }
  log.info('sign-in answered', { serverName, decision })
}

function findPlace<P extends { readonly issuer: string }>(
  places: readonly P[],
  issuer: string | undefined
): P | undefined {
  return places.find((place) => place.issuer === issuer)
}
