/** Connects requests of servers with the areas that answer them: models, conversations, the user. */
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { FollowedPolicy } from '../../policy-file/followed-policy'
import { moneyText } from '../../contract/content/amounts'
import { createSamplingBudgets, type SamplingBudgets } from '../../server-requests/budgets'
import { calculateCost } from '../../contract/models/cost'
import { createServerRequests, type ServerRequests } from '../../server-requests/server-requests'
import type { Areas, Engines, Guards, Stores } from './areas'
import type { HostEvents } from './host-events'
import { findModelPrice } from './known-models'
import { requireServer, workInBackground } from './background-work'
import { findAutomaticDenial } from './policy-area'
import type { HostPorts } from './host-ports'

export function createHostRequests(
  ports: HostPorts,
  { consent, modelTables, usage, records, traces, budgets, settings, runningCalls }: Stores & Guards,
  {
    events,
    models,
    conversations,
    exchanges
  }: { readonly events: HostEvents } & Pick<Engines, 'models' | 'conversations' | 'exchanges'>
): ServerRequests {
  const modelOf = (conversationId: string | null): string =>
    conversations.list().find(({ id }) => id === conversationId)?.model ?? models.view().defaultModel
  return createServerRequests({
    mcp: ports.mcp,
    consent,
    listModels: () => models.view().models,
    readModel: modelOf,
    resolveModel: (modelId, origin) => {
      const { conversationId, callId, serverName } = origin
      const traced = traces.traceModel(models.resolve(modelId), { conversationId, messageId: null, callId })
      const recorded = records.forSampling(traced, origin)
      return usage.metered(recorded, { model: modelId, conversationId, serverName })
    },
    budgets,
    costOf: (modelId, usage) => calculateCost(findModelPrice({ settings, modelTables }, modelId), usage),
    describeMoney: (amount) => moneyText(amount, settings.current().values['models.currency']),
    decidedByRule: (requestId, rule) => records.decisions.note(requestId, { by: 'rule', detail: rule }),
    readMessages: async (conversationId) => {
      const page = await conversations.read({ conversationId, lastId: null, limit: 50 })
      return page.messages
    },
    openLink: ports.openLink,
    findCall: (callId) => {
      const call = runningCalls.findInConversation(callId)
      if (call === null) return null
      return {
        ...call,
        note: (note) => conversations.noteForCall(call, note),
        showAskedModel: (id, model) => conversations.showAskedModel(call, id, model)
      }
    },
    exchanges,
    tell: (text) => events.raise('status', text),
    alert: (text) => events.raise('alert', text),
    redact: (value) => ports.secretRegistry.redactDeep(value),
    log: ports.log.in('requests')
  })
}

export function createHostBudgets(
  ports: HostPorts,
  consent: ApprovalsControl,
  policy: FollowedPolicy
): SamplingBudgets {
  return createSamplingBudgets({
    facts: ports.history,
    trustedSince: (serverName) => {
      const trusted = consent.view().trustedServers.find((one) => one.serverName === serverName)
      return trusted?.createdAt ?? null
    },
    refusalOfAutomatic: () => findAutomaticDenial(policy),
    now: ports.now,
    log: ports.log.in('requests')
  })
}

/** @throws HostError SERVER_UNKNOWN and the codes of `SamplingBudgets.change` */
export async function changeSamplingRule(
  ports: HostPorts,
  { budgets, servers }: Pick<Areas, 'budgets' | 'servers'>,
  change: Parameters<SamplingBudgets['change']>[0]
): Promise<void> {
  const { name } = requireServer(servers, change.serverName)
  const wasOff = budgets.isOff(name)
  await budgets.change(change)
  // The handshake tells the server what it may request.
  if (wasOff !== budgets.isOff(name) && requireServer(servers, name).state === 'connected')
    workInBackground(ports, name, servers.restart(name))
}
