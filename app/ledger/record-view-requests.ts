/** What a view asked Parley for, and how it ended. What then reaches a model, an address or a file has its own record, too. */
import type { Ledger, LedgerPlace } from './interface'

export type ViewRequestEnd = 'done' | 'declined' | 'withdrawn' | 'failed'

export interface RecordedViewRequest {
  readonly what: 'link' | 'message' | 'files' | 'context' | 'sampling' | 'resource' | 'list'
  readonly end: ViewRequestEnd
  readonly content: string
}

export function recordViewRequest(
  ledger: Pick<Ledger, 'record'>,
  {
    serverName,
    conversationId,
    messageId,
    callId
  }: LedgerPlace & {
    readonly serverName: string
  },
  { what, end, content }: RecordedViewRequest
): void {
  const isRead = what === 'resource' || what === 'list'
  ledger.record({
    conversationId,
    messageId,
    callId,
    recipientType: 'server',
    recipient: serverName,
    kind: 'view request',
    subject: `${what}: ${end}`,
    content,
    // Only reads need no answer of the user.
    decision: isRead ? { by: 'rule', detail: 'its own server' } : { by: 'person', detail: null }
  })
}
