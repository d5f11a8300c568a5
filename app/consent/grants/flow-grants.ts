/**
 * Decides which server's text may go to another server, to one tool or to all tools, without a question. The content of
 * the call doesn't matter: Parley asks as soon as the model has read text of a server without permission. Text that
 * looks like a secret, and text that was not searched, always needs approval.
 */
import type { GrantScope } from '../../contract/grants'
import type { DataFlow, FlowPermission, TextOrigin } from '../../contract/flows'

/** A permission with the programs or addresses of both servers that it was given for. */
export interface StoredFlow extends FlowPermission {
  /** Scope of the approval that it came with: a policy may forbid that scope. */
  readonly scope: GrantScope
  /** Trusted fingerprints of both servers at that time; null: not trusted. */
  readonly fromFingerprint: string | null
  readonly toFingerprint: string | null
}

/** The facts that decide whether text may go to a tool. */
export interface FlowFacts {
  readonly conversationId: string
  /** The receiving server. */
  readonly serverName: string
  readonly toolName: string
  /** Servers whose text the model has read. */
  readonly readFrom: readonly string[]
  /** Text of other servers found in the arguments. */
  readonly flows: readonly DataFlow[]
  /** The user allows all data sharing with this server. */
  readonly isExempt: boolean
  readonly fingerprintOf: (serverName: string) => string | null
  readonly forbiddenScopes: readonly GrantScope[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Servers whose text needs approval before it goes there, in the order in which they are known. */
export function openFlows(permitted: readonly StoredFlow[], call: FlowFacts): readonly string[] {
  return sourcesOf(call).filter((from) => coveringFlow(permitted, from, call) === undefined)
}

/** Ids of the permissions with a call count that this call uses. */
export function countedFlows(permitted: readonly StoredFlow[], call: FlowFacts): readonly string[] {
  const covering = sourcesOf(call).flatMap((from) => coveringFlow(permitted, from, call) ?? [])
  return covering.filter(({ usesLeft }) => usesLeft !== undefined).map(({ id }) => id)
}

/** Servers whose text the call may carry. Empty for a server that the user exempted. */
function sourcesOf({ flows, readFrom, serverName, isExempt }: FlowFacts): readonly string[] {
  if (isExempt) return []
  const found = flows.flatMap(({ origin }) => serverOf(origin) ?? [])
  return [...new Set([...readFrom, ...found])].filter((from) => from !== serverName)
}

/** The permission that covers it, preferably one without a count. */
function coveringFlow(
  permitted: readonly StoredFlow[],
  from: string,
  call: FlowFacts
): StoredFlow | undefined {
  const covering = permitted.filter((flow) => flow.from === from && isCovering(flow, call))
  return covering.find(({ usesLeft }) => usesLeft === undefined) ?? covering[0]
}

/** Whether the arguments contain something that always needs approval. */
export function containsAlwaysAskedText(flows: readonly DataFlow[]): boolean {
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

/** Whether both servers still have the program or address that the approval was about. */
export function areSameServers(
  { from, to, fromFingerprint, toFingerprint }: StoredFlow,
  fingerprintOf: (serverName: string) => string | null
): boolean {
  return fingerprintOf(from) === fromFingerprint && fingerprintOf(to) === toFingerprint
}

function serverOf(origin: TextOrigin): string | null {
  return 'serverName' in origin ? origin.serverName : null
}
