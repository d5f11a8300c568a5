/**
 * Records the hosts that sandboxed servers requested, how each request was decided, and the result of the connection.
 */
import type { ReportedLimit, TriedWay } from '../contract/consent/file-activity'
import type { ServerConnection, ConnectionEnd } from '../contract/consent/network-access'
import type { ReachRequest } from '../mcp/interface'
import { targetText } from '../net/hostname-rules'
import type { HostTarget } from '../net/hostname-rules'
import type { Ledger, LedgerDraft, LedgerPlace } from './interface'

type Recorder = Pick<Ledger, 'record'>

const nowhere: LedgerPlace = { conversationId: null, messageId: null, callId: null }
const byPerson = { by: 'person', detail: null } as const
const byRule = (detail: string) => ({ by: 'rule', detail }) as const

const ends: Readonly<Record<ConnectionEnd, Pick<LedgerDraft, 'decision' | 'telling'>>> = {
  once: { decision: byPerson, telling: 'allowed once' },
  always: { decision: byPerson, telling: 'allowed from now on' },
  // prose-ok: stored, and translated by the window
  never: { decision: byPerson, telling: 'refused for good' },
  'not-now': { decision: byPerson, telling: 'refused' },
  // prose-ok: stored, and translated by the window
  remembered: { decision: byRule('refused for good before'), telling: 'refused' },
  silenced: { decision: byRule('it asked on and on'), telling: 'refused' },
  stopped: { decision: byRule('its questions were stopped'), telling: 'refused' },
  forbidden: { decision: byRule('the policy of this computer'), telling: 'refused' }
}

export function recordNetworkDecision(
  {
    request,
    end,
    place
  }: { readonly request: ReachRequest; readonly end: ConnectionEnd; readonly place: LedgerPlace },
  ledger: Recorder
): void {
  const { conversationId, messageId, callId } = place
  ledger.record({
    conversationId,
    messageId,
    callId,
    ...entryOf(request.serverName, request),
    ...ends[end]
  })
}

/** `isNamed`: in the server's entry; otherwise the user allowed it. */
export function recordConnection(
  {
    news,
    isNamed
  }: { readonly news: ServerConnection & { readonly serverName: string }; readonly isNamed: boolean },
  ledger: Recorder
): void {
  const { serverName, outcome, reason, count, bytesUp, bytesDown } = news
  const many = count === 1 ? 'one connection' : `${count} connections`
  const telling =
    outcome === 'ended'
      ? `${many}: ${bytesUp} bytes sent, ${bytesDown} bytes received`
      : `${many} ${outcome}: ${reason ?? ''}`
  const decision = isNamed ? byRule('named in its entry') : byPerson
  ledger.record({ ...nowhere, ...entryOf(serverName, news), telling, decision })
}

function entryOf(serverName: string, target: HostTarget) {
  return {
    recipientType: 'address',
    recipient: targetText(target),
    kind: 'reach',
    subject: serverName,
    content: undefined
  } as const
}

/** What the sandbox blocked. Nothing was sent. */
export function recordRefusedFile(
  tried: {
    readonly serverName: string
    readonly access: 'read' | 'write' | TriedWay
    readonly path: string
    readonly count: number
    readonly place: LedgerPlace
  },
  ledger: Recorder
): void {
  const { conversationId, messageId, callId } = tried.place
  ledger.record({
    conversationId,
    messageId,
    callId,
    recipientType: 'server',
    recipient: tried.serverName,
    kind: 'closed file',
    subject: tried.path === '' ? 'network' : tried.path,
    content: undefined,
    telling: `tried to ${triedTo[tried.access]}${tried.count === 1 ? '' : ` ${tried.count} times`}`,
    decision: byRule('not open for it')
  })
}

const triedTo = {
  read: 'read it',
  write: 'write it',
  talk: 'talk to it',
  addresses: 'reach an address past its proxy',
  names: 'look up a name past its proxy',
  ports: 'reach a port of this computer past its proxy'
} as const

/** A limit that a server exceeded, and the result. Nothing was sent. */
export function recordLimit(
  {
    serverName,
    place,
    limit,
    allowed,
    course
  }: ReportedLimit & { readonly serverName: string; readonly place: LedgerPlace },
  ledger: Recorder
): void {
  const { conversationId, messageId, callId } = place
  ledger.record({
    conversationId,
    messageId,
    callId,
    recipientType: 'server',
    recipient: serverName,
    kind: 'limit',
    subject: limit,
    content: undefined,
    telling: `${courses[course]} ${allowed} ${units[limit]}`,
    decision: byRule('more than it may take')
  })
}

const courses = {
  ended: 'it was ended for more than',
  refused: 'the system gave it no more, and it ended; it may take',
  likely: 'it ended as one does that got no more; it may take',
  slowed: 'it stands still now and then for more than'
} as const

const units = {
  memory: 'MB',
  processes: 'processes',
  processor: '% of one processor',
  home: 'MB in its private folder'
} as const
