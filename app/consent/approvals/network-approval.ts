/**
 * Decides whether a server may connect to a host that its entry doesn't list, by a permanent denial or by asking the
 * user.
 */
import type { NetworkQuestion } from '../../contract/questions/questions'
import type { AskedQuestion, Approvals, NetworkDecision } from '../interface'
import type { ConsentStore } from '../store/consent-store'

export interface NetworkApprovalOptions {
  readonly store: Pick<ConsentStore, 'refusedHosts' | 'trust'>
  readonly ask: (request: AskedQuestion<NetworkQuestion>, signal: AbortSignal) => Promise<NetworkDecision>
  readonly now: () => number
}

export function createNetworkApproval({
  store,
  ask,
  now
}: NetworkApprovalOptions): Pick<Approvals, 'decideNetworkAccess' | 'approveHost' | 'forgetRefusedHost'> {
  const { refusedHosts, trust } = store
  return {
    decideNetworkAccess: async (request, signal) => {
      if (refusedHosts.has(request)) return { type: 'never', isRemembered: true }
      const decision = await ask(request, signal)
      const { serverName, host, port } = request
      if (decision.type === 'never') await refusedHosts.add({ serverName, host, port, createdAt: now() })
      return decision
    },
    approveHost: async (serverName, line) => {
      const trusted = trust.of(serverName)
      const containment = trusted?.act.containment
      if (trusted === undefined || containment === undefined || containment.hosts.includes(line)) return
      const hosts = [...containment.hosts, line]
      await trust.add({ ...trusted, act: { ...trusted.act, containment: { ...containment, hosts } } })
    },
    forgetRefusedHost: ({ serverName, host, port }) => refusedHosts.forget({ serverName, host, port })
  }
}
