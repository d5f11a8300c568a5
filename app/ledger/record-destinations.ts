/**
 * Records further requests to destinations: model lists of providers, and which keys are sent. Only their names,
 * because the values are the secrets.
 */
import type { Destination } from '../net/destination'
import { readDestinationHost } from '../net/destination'
import type { Ledger, LedgerDraft } from './interface'
import { withoutQuery } from './record-addresses'

type Recorder = Pick<Ledger, 'record'>

const nowhere = { conversationId: null, messageId: null, callId: null } as const

export function recordListing(destination: Destination, ledger: Recorder): void {
  const subject = `models of ${readDestinationHost(destination.act)}`
  const what = { kind: 'model list', subject, content: undefined, telling: '' } as const
  ledger.record({ ...nowhere, ...recipientOf(destination), ...what, decision: decisionOf(destination) })
}

/** The program sends this request itself. */
export function recordPull(destination: Destination, model: string, ledger: Recorder): void {
  const what = { kind: 'model pull', subject: model, content: model, telling: model } as const
  const byPerson = { by: 'person', detail: null } as const
  ledger.record({ ...nowhere, ...recipientOf(destination), ...what, decision: byPerson })
}

/** Only the search text is sent. */
export function recordDirectory(
  destination: Destination,
  { url, search }: { readonly url: string; readonly search: string },
  ledger: Recorder
): void {
  const content = search === '' ? undefined : search
  const what = { kind: 'directory', subject: withoutQuery(url), content, telling: search } as const
  ledger.record({ ...nowhere, ...recipientOf(destination), ...what, decision: decisionOf(destination) })
}

/** A bundle or a server card, after the user approved the address or its host. */
export function recordDownload(url: string, ledger: Recorder): void {
  const recipient = { recipientType: 'address', recipient: new URL(url).host } as const
  const what = { kind: 'directory', subject: withoutQuery(url), content: undefined } as const
  ledger.record({ ...nowhere, ...recipient, ...what, decision: { by: 'person', detail: null } })
}

/** A page of a model that the user opened in the browser, where Parley doesn't see what it does. */
export function recordPreview(
  { file, kind, text }: { readonly file: string; readonly kind: string; readonly text: string },
  ledger: Recorder
): void {
  const recipient = { recipientType: 'link', recipient: file } as const
  const what = { kind: 'preview', subject: kind, content: text } as const
  ledger.record({ ...nowhere, ...recipient, ...what, decision: { by: 'person', detail: null } })
}

/** A key is sent with every request, so only the first of a run is recorded. */
export function createKeyRecords(ledger: Recorder): (destination: Destination) => void {
  const notified = new Set<string>()
  return (destination) => {
    const { act, fingerprint } = destination
    if (notified.has(fingerprint)) return
    notified.add(fingerprint)
    for (const { header, form } of act.values) {
      const subject = `${header ?? 'API key'} for ${readDestinationHost(act)}`
      const what = { kind: 'secret', subject, content: undefined, telling: form } as const
      ledger.record({ ...nowhere, ...recipientOf(destination), ...what, decision: decisionOf(destination) })
    }
  }
}

function recipientOf({ act }: Destination): Pick<LedgerDraft, 'recipientType' | 'recipient'> {
  return act.kind === 'model'
    ? { recipientType: 'model', recipient: act.name }
    : { recipientType: 'address', recipient: readDestinationHost(act) }
}

function decisionOf({ ownReason }: Destination): LedgerDraft['decision'] {
  return ownReason === null ? { by: 'person', detail: null } : { by: 'rule', detail: ownReason }
}
