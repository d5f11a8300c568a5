/**
 * Records Parley's own requests: for sign-ins, for icons, and that the activity log goes to a collector. For a sign-in
 * it records the names of the sent values, never the values, because these are the secrets.
 */
import { canParseUrl } from '../base/can-parse-url'
import type { Ledger, LedgerDraft } from './interface'

type Recorder = Pick<Ledger, 'record'>
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>
type FetchIcon<O> = (url: URL, options: O) => Promise<Uint8Array>

/** A request without content. */
const nothing = { content: undefined, telling: '' } as const
const nowhere = { conversationId: null, messageId: null, callId: null } as const

/** Wraps `fetch` for the sign-in at a server. */
export function recordSignIn(fetch: Fetch, serverName: string, ledger: Recorder): Fetch {
  return (url, init) => {
    const sent = sentBy(init)
    const what = {
      kind: 'sign-in',
      subject: `${init?.method ?? 'GET'} ${withoutQuery(String(url))}`,
      content: sent === '' ? undefined : sent,
      telling: fieldsOf(sent)
    } as const
    record(ledger, url, { ...what, decision: { by: 'rule', detail: `part of the sign-in at ${serverName}` } })
    return fetch(url, init)
  }
}

/** The user chose per server whether Parley may load its icons. */
export function recordIcons<O>(fetchIcon: FetchIcon<O>, ledger: Recorder): FetchIcon<O> {
  return (url, options) => {
    const what = { ...nothing, kind: 'icon', subject: withoutQuery(url.href) } as const
    record(ledger, url, { ...what, decision: { by: 'rule', detail: 'icons of its server are allowed' } })
    return fetchIcon(url, options)
  }
}

/**
 * Records the collector, not each delivery: that would add a new entry to deliver. `policyFile`: the policy that
 * decided; null: the user.
 */
export function recordExport(endpoint: string, policyFile: string | null, ledger: Recorder): void {
  const decision =
    policyFile === null
      ? ({ by: 'person', detail: null } as const)
      : ({ by: 'rule', detail: `the policy of this computer (${policyFile})` } as const)
  const telling = 'New entries of this ledger are sent there from here on.'
  record(ledger, endpoint, { ...nothing, kind: 'export', subject: withoutQuery(endpoint), telling, decision })
}

export function recordTraces(
  { endpoint, hasContents }: { readonly endpoint: string; readonly hasContents: boolean },
  ledger: Recorder
): void {
  const decision = { by: 'person', detail: null } as const
  const telling = `Traces of turns ${hasContents ? 'with' : 'without'} their contents are sent there from here on.`
  record(ledger, endpoint, { ...nothing, kind: 'export', subject: withoutQuery(endpoint), telling, decision })
}

type What = Pick<LedgerDraft, 'kind' | 'subject' | 'content' | 'decision' | 'telling'>

function record(ledger: Recorder, address: string | URL, what: What): void {
  ledger.record({
    ...nowhere,
    recipientType: 'address',
    recipient: parseAddressHost(String(address)),
    ...what
  })
}

/** Addresses without a host are recorded by their scheme. */
export function parseAddressHost(url: string): string {
  if (!canParseUrl(url)) return 'unknown'
  const { protocol, host } = new URL(url)
  return host === '' ? protocol : host
}

/** The query often contains a key. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

function sentBy(init: RequestInit | undefined): string {
  const body = init?.body
  return typeof body === 'string' || body instanceof URLSearchParams ? String(body) : ''
}

/** Field names of a form or of a JSON object. */
function fieldsOf(sent: string): string {
  if (sent === '') return ''
  if (!sent.trimStart().startsWith('{')) return [...new Set(new URLSearchParams(sent).keys())].join(', ')
  try {
    return Object.keys(JSON.parse(sent) as object).join(', ')
  } catch {
    return '' // made by Parley, so it is JSON
  }
}
