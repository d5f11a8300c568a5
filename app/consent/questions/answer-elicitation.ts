/** Interprets answers to server requests for input or to open a link. */
import { HostError } from '../../base/host-error'
import { requireFit } from './answer-context'
import type { TakeAnswer } from './answer-context'
import { say } from '../../texts/render-localized'

/**
 * Input must match the form's schema. A refused form is never sent, and a suspicious one needs a second confirmation.
 */
export const takeElicitationAnswer: TakeAnswer<'elicitation'> = async (waiting, answer, context) => {
  const { question } = waiting
  const { decision, content = {}, acceptsDoubt = false } = answer
  if (decision === 'submit') {
    if (question.refusal !== null) throw new HostError('REQUEST_REFUSED', question.refusal)
    if (question.doubt !== null && !acceptsDoubt)
      throw new HostError('REQUEST_REFUSED', say('consent.secondLook'))
    const problems = await context.checkArguments(question.requestedSchema, content)
    requireFit(problems, say('consent.inputMisfit'))
    context.requireOpen(waiting)
    waiting.settle({ type: 'submitted', content })
  } else {
    waiting.settle({ type: decision === 'decline' ? 'declined' : 'cancelled' })
  }
  context.log.info('request for input answered', { serverName: question.serverName, decision })
}

export const takeLinkAnswer: TakeAnswer<'link'> = (waiting, { decision }, { log }) => {
  const { question } = waiting
  if (decision === 'open' && question.host === null) {
    throw new HostError('LINK_REFUSED', say('consent.addressNotOpened'))
  }
  const ends = { open: 'agreed', decline: 'declined', cancel: 'cancelled' } as const
  waiting.settle({ type: ends[decision] })
  log.info('request to open a link answered', { serverName: question.serverName, decision })
}
