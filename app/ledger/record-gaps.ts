/** Records missing entries. */
import type { LedgerDraft } from './interface'

/** Entries that were removed from the file. */
export function removedEntries(first: number, last: number): LedgerDraft {
  const which = first === last ? `Entry ${last}` : `Entries ${first} to ${last}`
  return gapOf(`${which} of the ledger had been removed from its file`, 'Found when Parley started.')
}

/** Entries that couldn't be written. */
export function lostEntries(count: number): LedgerDraft {
  return gapOf(`${count} entries were not kept`, 'The disk refused for too long.')
}

function gapOf(subject: string, detail: string): LedgerDraft {
  return {
    conversationId: null,
    messageId: null,
    callId: null,
    recipientType: 'server',
    recipient: 'several',
    kind: 'gap',
    content: undefined,
    telling: '',
    decision: { by: 'rule', detail },
    subject
  }
}
