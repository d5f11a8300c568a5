/** The second stage: what decides and records before anything runs, is sent or is opened. */
import { createTrustQuestions } from './trust-questions'
import { createHostAccounts } from './accounts-area'
import type { Guards, Stores } from './areas'
import { createHostApprovals } from './consent-area'
import { createDestinations } from './destinations-area'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'
import { createHostLedger } from './ledger-area'
import { findDestinationDenial } from './policy-area'
import { createHostBudgets } from './server-requests-area'
import { createHostTrustCheck } from './servers-area'
import { HostTraces } from './traces-area'

export function createGuards(ports: HostPorts, events: HostEvents, stores: Stores): Guards {
  const { settings, policy, variables, runningCalls } = stores
  const consent = createHostApprovals(ports, stores)
  const destinations = createDestinations({
    consent,
    findDenial: (destination) => findDestinationDenial(policy, destination)
  })
  const budgets = createHostBudgets(ports, consent, policy)
  const traces = new HostTraces({ ports, events, variables, consent, destinations })
  const records = createHostLedger({ ...ports, mcp: traces.carry(ports.mcp) }, events, {
    runningCalls,
    budgets,
    variables,
    policy,
    destinations
  })
  // From here on, everything that is sent is recorded.
  const trustCheck = createHostTrustCheck(records.ports, stores, consent)
  return {
    consent,
    destinations,
    budgets,
    records,
    traces,
    trustCheck,
    accounts: createHostAccounts(records.ports, events, { consent, settings, trustCheck, records }),
    trustQuestions: createTrustQuestions({ consent, settings, policy })
  }
}
