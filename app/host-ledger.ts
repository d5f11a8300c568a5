/**
 * Puts the ledger around what the core uses of the outside: ports that record what goes out through them, where the
 * entries go, and what an administrator decided about that. Areas know nothing of it.
 */
import type { HostEvents } from './host-events'
import { createDecisions, type Decisions } from './ledger/decisions'
import { createLedger, type LedgerControl } from './ledger/ledger'
import { createOtlpExport, type OtlpExport } from './ledger/otlp-export'
import { recordModel } from './ledger/record-models'
import { recordServers } from './ledger/record-servers'
import type { LedgerPlace } from './ledger/interface'
import type { ResolvedModel } from './models/model'
import type { Ports } from './ports'

export interface HostLedgerOptions {
  /** Of a running call; null when no turn knows it. */
  readonly findCall: (
    callId: string
  ) => { readonly conversationId: string; readonly messageId: string } | null
  readonly isWithoutSampling: (serverName: string) => boolean
}

export interface HostLedger {
  readonly ledger: LedgerControl
  readonly otlp: OtlpExport
  readonly decisions: Decisions
  /** The same, recorded. */
  readonly ports: Ports
  /** For a turn. */
  readonly forTurn: (
    model: ResolvedModel,
    message: { readonly conversationId: string; readonly id: string }
  ) => ResolvedModel
  /** For a request of a server. */
  readonly forSampling: (
    model: ResolvedModel,
    origin: { readonly conversationId: string | null; readonly callId: string | null }
  ) => ResolvedModel
  dispose(): Promise<void>
}

const byPerson = { by: 'person', detail: null } as const

export function createHostLedger(
  ports: Ports,
  events: HostEvents,
  { findCall, isWithoutSampling }: HostLedgerOptions
): HostLedger {
  const alert = (text: string): void => events.raise('alert', text)
  const shared = { history: ports.history, schedule, alert, log: ports.log.in('ledger') }
  const otlp = createOtlpExport({
    ...shared,
    version: ports.app.version,
    tell: (text) => events.raise('status', text)
  })
  const ledger = createLedger({
    ...shared,
    redact: (text) => ports.secretRegistry.redact(text),
    now: ports.now,
    newId: ports.newId,
    onKept: () => otlp.notice()
  })
  const decisions = createDecisions()
  const placeOf = (callId: string): LedgerPlace | null => {
    const call = findCall(callId)
    return call === null ? null : { conversationId: call.conversationId, messageId: call.messageId, callId }
  }
  const { gateway, placeOfLink } = recordServers(ports.mcp, {
    ledger,
    decisions,
    placeOf,
    prepare: (launch) =>
      isWithoutSampling(launch.serverName) ? { ...launch, isWithoutSampling: true } : launch
  })
  const openLink: Ports['openLink'] = async (url) => {
    const what = { recipientType: 'link', kind: 'link', recipient: hostOf(url) } as const
    const place = placeOfLink(url)
    await ports.openLink(url)
    const subject = withoutQuery(url)
    ledger.record({ ...place, ...what, subject, content: url, telling: subject, decision: byPerson })
  }
  return {
    ledger,
    otlp,
    decisions,
    ports: { ...ports, mcp: gateway, openLink },
    ...recordersOfModels(ledger, placeOf),
    dispose: async () => {
      await ledger.dispose()
      await otlp.dispose()
    }
  }
}

function recordersOfModels(
  ledger: LedgerControl,
  placeOf: (callId: string) => LedgerPlace | null
): Pick<HostLedger, 'forTurn' | 'forSampling'> {
  return {
    forTurn: (model, { conversationId, id: messageId }) =>
      recordModel(model, ledger, () => {
        return { kind: 'conversation', decision: byPerson, conversationId, messageId, callId: null }
      }),
    forSampling: (model, { conversationId, callId }) =>
      recordModel(model, ledger, () => {
        const messageId = callId === null ? null : (placeOf(callId)?.messageId ?? null)
        return { kind: 'sampling request', decision: byPerson, conversationId, messageId, callId }
      })
  }
}

function schedule(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}

function hostOf(url: string): string {
  if (!URL.canParse(url)) return 'unknown'
  const { protocol, host } = new URL(url)
  return host === '' ? protocol : host
}

/** What follows the question mark is often a key to something. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
