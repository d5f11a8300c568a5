/** When the user stops something from a question instead of answering it: ends it, and records that in the ledger. */
import type { Stopped } from '../../consent/interface'
import type { LedgerDraft } from '../../ledger/interface'
import type { Areas } from './areas'
import { workInBackground } from './background-work'
import type { HostPorts } from './host-ports'

type Needed = Pick<Areas, 'consent' | 'conversations' | 'exchanges' | 'records' | 'runningCalls' | 'servers'>

export function connectStops(ports: HostPorts, areas: Needed): void {
  const { consent, conversations, exchanges, records, servers } = areas
  consent.onStopped((stopped) => {
    const { what, origin } = stopped
    records.ledger.record(entryOf(stopped, areas))
    if (what === 'questions') return
    const { serverName, conversationId, callId, exchange } = origin
    if (conversationId !== null && callId !== null)
      void conversations.cancelToolCall({ conversationId, callId })
    if (exchange !== undefined) workInBackground(ports, serverName, exchanges.stop(exchange.id))
    if (what === 'server') workInBackground(ports, serverName, servers.stop(serverName))
  })
  servers.onChange(({ name, state }) => {
    if (state === 'starting') consent.serverStarts(name)
  })
}

const subjects: Readonly<Record<Stopped['what'], string>> = {
  questions: 'its questions for a minute',
  call: 'what it was called for',
  server: 'the server'
}

function entryOf(
  { what, origin }: Stopped,
  { runningCalls, conversations }: Pick<Areas, 'runningCalls' | 'conversations'>
): LedgerDraft {
  const { serverName, callId } = origin
  // A view that is inspected asks for no conversation.
  const conversation = conversations.list().find(({ id }) => id === origin.conversationId)
  const messageId = callId === null ? null : (runningCalls.find(callId)?.messageId ?? null)
  return {
    recipientType: 'server',
    recipient: serverName,
    kind: 'stop',
    subject: subjects[what],
    content: undefined,
    decision: { by: 'person', detail: null },
    conversationId: conversation?.id ?? null,
    messageId,
    callId
  }
}
