/** Counts tokens of models and connects the counts with prices, limits and the currency. */
import { moneyText } from '../../contract/content/amounts'
import { UsageRecorder } from '../../ledger/usage/usage-recorder'
import type { Message } from '../../contract/conversations'
import type { ResolvedModel } from '../../models/model'
import type { Areas, Stores } from './areas'
import { findModelPrice } from './known-models'
import type { HostPorts } from './host-ports'

export function createUsageRecorder(
  ports: HostPorts,
  { settings, modelTables, tools }: Pick<Stores, 'settings' | 'modelTables' | 'tools'>
): UsageRecorder {
  const values = () => settings.current().values
  return new UsageRecorder({
    facts: ports.history,
    priceOf: (modelId) => findModelPrice({ settings, modelTables }, modelId),
    limits: () => ({
      perDay: values()['models.spendingPerDay'],
      perMonth: values()['models.spendingPerMonth']
    }),
    describeMoney: (amount) => moneyText(amount, values()['models.currency']),
    serversOfTools: () =>
      new Map(tools.catalog().map(({ modelToolName, serverName }) => [modelToolName, serverName])),
    now: ports.now,
    log: ports.log.in('models')
  })
}

/** For an answer: the request is counted, recorded, and kept as it was sent. @throws HostError MODEL_UNKNOWN */
export function modelForTurn(
  { usage, records, traces, sent, models }: Pick<Areas, 'usage' | 'records' | 'traces' | 'sent' | 'models'>,
  modelId: string,
  message: Pick<Message, 'conversationId' | 'id'>
): ResolvedModel {
  const { conversationId, id: messageId } = message
  const traced = traces.traceModel(models.resolve(modelId), { conversationId, messageId, callId: null })
  const resolved = sent.forTurn(traced, modelId, message)
  return usage.forTurn(records.forTurn(resolved, message), modelId, message)
}

/** For a verdict about an answer: the request is counted and recorded. @throws HostError MODEL_UNKNOWN */
export function modelForJudge(
  { usage, records, traces, models }: Pick<Areas, 'usage' | 'records' | 'traces' | 'models'>,
  modelId: string,
  conversationId: string
): ResolvedModel {
  const traced = traces.traceModel(models.resolve(modelId), { conversationId, messageId: null, callId: null })
  return usage.forTurn(records.forTurn(traced, { conversationId, id: null }), modelId, { conversationId })
}
