/**
 * Which text may go where without a question: from one server to another, to one of its tools or to all. What a call
 * looks like does not matter: whoever is not permitted is asked about as soon as the model has read text of theirs.
 * What looks like a secret, and what was not looked into, is asked about every time.
 */
import type { GrantScope } from '../../contract/grants'
import type { DataFlow, FlowPermission, TextOrigin } from '../../contract/flows'

/** A permission with what it was given for: the programs or addresses of both servers. */
export interface StoredFlow extends FlowPermission {
  /** Of the yes that it was given with: a policy may forbid it. */
  readonly scope: GrantScope
  /** Fingerprints under which both were trusted then; null: not. */
  readonly fromFingerprint: string | null
  readonly toFingerprint: string | null
}

/** What decides whether text may go to a tool. */
export interface FlowFacts {
  readonly conversationId: string
  /** The receiver. */
  readonly serverName: string
  readonly toolName: string
  /** Servers whose text the model had read. */
  readonly readFrom: readonly string[]
  /** What was found in the arguments. */
  readonly flows: readonly DataFlow[]
  /** The person lets everything go to this server. */
  readonly isExempt: boolean
  readonly fingerprintOf: (serverName: string) => string | null
  readonly forbiddenScopes: readonly GrantScope[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Servers whose text may not go there without a question, in the order in which they are known. */
export function openFlows(permitted: readonly StoredFlow[], call: FlowFacts): readonly string[] {
  return sourcesOf(call).filter((from) => coveringFlow(permitted, from, call) === undefined)
}

/** Ids of the permissions with a count on which such a call draws. */
export function countedFlows(permitted: readonly StoredFlow[], call: FlowFacts): readonly string[] {
  const covering = sourcesOf(call).flatMap((from) => coveringFlow(permitted, from, call) ?? [])
  return covering.filter(({ usesLeft }) => usesLeft !== undefined).map(({ id }) => id)
}

/** Servers whose text the call may carry; of no matter to a receiver that the person exempted. */
function sourcesOf({ flows, readFrom, serverName, isExempt }: FlowFacts): readonly string[] {
  if (isExempt) return []
  const found = flows.flatMap(({ origin }) => serverOf(origin) ?? [])
  return [...new Set([...readFrom, ...found])].filter((from) => from !== serverName)
}

/** Of several that do, one without a count. */
function coveringFlow(
  permitted: readonly StoredFlow[],
  from: string,
  call: FlowFacts
): StoredFlow | undefined {
  const covering = permitted.filter((flow) => flow.from === from && isCovering(flow, call))
  return covering.find(({ usesLeft }) => usesLeft === undefined) ?? covering[0]
}

/** Whether something in the arguments is asked about every time. */
export function holdsWhatAlwaysAsks(flows: readonly DataFlow[]): boolean {
  return flows.some(({ origin }) => serverOf(origin) === null)
}

function isCovering(flow: StoredFlow, call: FlowFacts): boolean {
  return (
    flow.to === call.serverName &&
    (flow.toolName === null || flow.toolName === call.toolName) &&
    (flow.conversationId === null || flow.conversationId === call.conversationId) &&
    (flow.endsAt === null || flow.endsAt > call.now) &&
    flow.usesLeft !== 0 &&
    !call.forbiddenScopes.includes(flow.scope) &&
    areSameServers(flow, call.fingerprintOf)
  )
}

/** Neither end may be another program or address than the one that the yes was about. */
export function areSameServers(
  { from, to, fromFingerprint, toFingerprint }: StoredFlow,
  fingerprintOf: (serverName: string) => string | null
): boolean {
  return fingerprintOf(from) === fromFingerprint && fingerprintOf(to) === toFingerprint
}

function serverOf(origin: TextOrigin): string | null {
  return 'serverName' in origin ? origin.serverName : null
}
