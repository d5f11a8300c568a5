/** Records what the pages of views were allowed to use, and the hosts that they used. */
import type { ViewSubject } from '../contract/consent/view-access'
import type { AnswerOf } from '../contract/questions/questions'
import { targetText, type HostTarget } from '../net/hostname-rules'
import type { Ledger, LedgerDraft, LedgerPlace } from './interface'

interface RecordedView {
  readonly call: LedgerPlace & { readonly serverName: string }
  readonly ledger: Pick<Ledger, 'record'>
}

const decisions: Readonly<Record<AnswerOf<'view-hosts'>['decision'], string>> = {
  'allow-once': 'its app: allowed once',
  'allow-always': 'its app: allowed from now on',
  // prose-ok: stored, and translated by the window
  never: 'its app: refused for good',
  'not-now': 'its app: refused'
}

/** `decision`: null if the user decided before. */
export function recordViewDecision(
  subject: ViewSubject,
  decision: AnswerOf<'view-hosts'>['decision'] | null,
  { call, ledger }: RecordedView
): void {
  const telling = decision === null ? 'its app: decided before' : decisions[decision]
  ledger.record({
    ...readPlace(call),
    ...(subject.type === 'host'
      ? { recipientType: 'address', recipient: subject.host, kind: 'reach', subject: call.serverName }
      : {
          recipientType: 'server',
          recipient: call.serverName,
          kind: 'view permission',
          subject: subject.permission
        }),
    content: undefined,
    telling
  })
}

/** Requests to one host, which the user allowed. */
export function recordViewUse(
  {
    host,
    port,
    count,
    bytesUp,
    bytesDown
  }: HostTarget & { readonly count: number; readonly bytesUp: number; readonly bytesDown: number },
  { call, ledger }: RecordedView
): void {
  const many = count === 1 ? 'one request' : `${count} requests`
  ledger.record({
    ...readPlace(call),
    recipientType: 'address',
    recipient: targetText({ host, port }),
    kind: 'reach',
    subject: call.serverName,
    content: undefined,
    telling: `its app: ${many}, ${bytesUp} bytes sent, ${bytesDown} bytes received`
  })
}

function readPlace({
  conversationId,
  messageId,
  callId
}: LedgerPlace): LedgerPlace & Pick<LedgerDraft, 'decision'> {
  return { conversationId, messageId, callId, decision: { by: 'person', detail: null } }
}
