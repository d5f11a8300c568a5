/** The counting of what models read and write, among the areas: prices, limits and the currency that they are in. */
import { moneyText } from '../../contract/content/amounts'
import { UsageBook } from '../../ledger/usage/usage-book'
import type { Areas } from './areas'
import { priceOfModel } from './known-models'
import type { Ports } from './ports'

export function createUsageBook(ports: Ports, sources: Pick<Areas, 'settings' | 'modelTables'>): UsageBook {
  const values = () => sources.settings.current().values
  return new UsageBook({
    facts: ports.history,
    priceOf: (modelId) => priceOfModel(sources, modelId),
    limits: () => ({
      perDay: values()['models.spendingPerDay'],
      perMonth: values()['models.spendingPerMonth']
    }),
    describeMoney: (amount) => moneyText(amount, values()['models.currency']),
    now: ports.now,
    log: ports.log.in('models')
  })
}
