/**
 * A server asks the user to fill in a form or to open a link. There are three answers: accept, decline, and cancel.
 * Secrets can't be requested in forms (`secret-fields.ts`, and `secret-doubt.ts` for similar terms), and a link opens
 * only after approval.
 * @spec 2025-11-25 client/elicitation
 */
import { toLocalizedText } from '../base/host-error'
import type { JsonObject } from '../contract/json'
import { judgeLink } from './judge-link'
import { findSecretDoubt } from './secret-doubt'
import { failed, refuseStopped } from './request-context'
import type { ServerRequestCase, Outcome, ServerRequestContext } from './request-context'
import { findSecretFieldRefusal } from './secret-fields'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

export async function answerForm(
  requestCase: ServerRequestCase<'elicitation-form'>,
  { consent, redact }: ServerRequestContext
): Promise<Outcome> {
  const { message, requestedSchema } = redact(requestCase.request)
  const question = {
    ...requestCase.origin,
    message,
    requestedSchema,
    ...judge(requestedSchema, message)
  }
  const decision = await consent.ask.elicitation(question, requestCase.signal)
  switch (decision.type) {
    case 'submitted':
      return answer('accept', say('requests.answered'), decision.content)
    case 'declined':
      return answer('decline', say('requests.declined'))
    case 'cancelled':
      return answer('cancel', say('requests.noAnswer'))
    case 'refused':
      return refuseStopped(decision, requestCase)
    case 'withdrawn':
      return answer('cancel', say('requests.withdrawn'))
  }
}

/** A refused form needs no warning. */
function judge(
  requestedSchema: JsonObject,
  message: string
): { refusal: LocalizedText | null; doubt: LocalizedText | null } {
  const refusal = findSecretFieldRefusal(requestedSchema, message)
  return { refusal, doubt: refusal === null ? findSecretDoubt(requestedSchema, message) : null }
}

export async function answerLink(
  requestCase: ServerRequestCase<'elicitation-url'>,
  context: ServerRequestContext
): Promise<Outcome> {
  const { url, host, warnings } = judgeLink(requestCase.request.url)
  const shown = {
    ...requestCase.origin,
    url,
    host,
    warnings: [...warnings],
    message: requestCase.request.message
  }
  const decision = await context.consent.ask.link(context.redact(shown), requestCase.signal)
  switch (decision.type) {
    case 'agreed':
      return open(url, context)
    case 'declined':
      return answer('decline', say('requests.declined'))
    case 'cancelled':
      return answer('cancel', say('requests.noAnswer'))
    case 'refused':
      return refuseStopped(decision, requestCase)
    case 'withdrawn':
      return answer('cancel', say('requests.withdrawn'))
  }
}

async function open(url: string, { openLink, alert, log }: ServerRequestContext): Promise<Outcome> {
  try {
    await openLink(url)
  } catch (error) {
    log.warn('a link of a server could not be opened', { error })
    alert(say('requests.linkFailed', { reason: toLocalizedText(error) }))
    return failed('The link could not be opened.', say('requests.linkNotOpened'))
  }
  return answer('accept', say('requests.opened'))
}

function answer(
  action: 'accept' | 'decline' | 'cancel',
  end: LocalizedText,
  content: JsonObject | null = null
): Outcome {
  return { reply: { type: 'elicitation', action, content }, end }
}
