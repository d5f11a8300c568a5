/**
 * A server asks the person: to fill in a form, or to open a link. Three answers stay apart: yes, no, and no
 * answer. Secrets do not go through forms (`secret-fields.ts`; what is near
 * them, `near-secrets.ts`), and only a yes opens a link.
 * @spec 2025-11-25 client/elicitation
 */
import { saidOf } from '../base/host-error'
import type { JsonObject } from '../contract/json'
import { judgeLink } from './judge-link'
import { doubtOf } from './near-secrets'
import { failed, refuseStopped } from './request-context'
import type { Asking, Outcome, RequestContext } from './request-context'
import { refusalOf } from './secret-fields'
import type { Said } from '../contract/said'
import { say } from '../texts/said'

export async function answerForm(
  asking: Asking<'elicitation-form'>,
  { consent, redact }: RequestContext
): Promise<Outcome> {
  const { message, requestedSchema } = redact(asking.request)
  const question = {
    ...asking.origin,
    message,
    requestedSchema,
    ...judge(requestedSchema, message)
  }
  const decision = await consent.decideElicitation(question, asking.signal)
  switch (decision.type) {
    case 'submitted':
      return answer('accept', say('requests.answered'), decision.content)
    case 'declined':
      return answer('decline', say('requests.declined'))
    case 'cancelled':
      return answer('cancel', say('requests.noAnswer'))
    case 'refused':
      return refuseStopped(decision, asking)
    case 'withdrawn':
      return answer('cancel', say('requests.withdrawn'))
  }
}

/** What is refused needs no doubt. */
function judge(requestedSchema: JsonObject, message: string): { refusal: Said | null; doubt: Said | null } {
  const refusal = refusalOf(requestedSchema, message)
  return { refusal, doubt: refusal === null ? doubtOf(requestedSchema, message) : null }
}

export async function answerLink(
  asking: Asking<'elicitation-url'>,
  context: RequestContext
): Promise<Outcome> {
  const { url, host, warnings } = judgeLink(asking.request.url)
  const shown = { ...asking.origin, url, host, warnings: [...warnings], message: asking.request.message }
  const decision = await context.consent.decideLink(context.redact(shown), asking.signal)
  switch (decision.type) {
    case 'agreed':
      return open(url, context)
    case 'declined':
      return answer('decline', say('requests.declined'))
    case 'cancelled':
      return answer('cancel', say('requests.noAnswer'))
    case 'refused':
      return refuseStopped(decision, asking)
    case 'withdrawn':
      return answer('cancel', say('requests.withdrawn'))
  }
}

async function open(url: string, { openLink, alert, log }: RequestContext): Promise<Outcome> {
  try {
    await openLink(url)
  } catch (error) {
    log.warn('a link of a server could not be opened', { error })
    alert(say('requests.linkFailed', { reason: saidOf(error) }))
    return failed('The link could not be opened.', say('requests.linkNotOpened'))
  }
  return answer('accept', say('requests.opened'))
}

function answer(
  action: 'accept' | 'decline' | 'cancel',
  end: Said,
  content: JsonObject | null = null
): Outcome {
  return { reply: { type: 'elicitation', action, content }, end }
}
