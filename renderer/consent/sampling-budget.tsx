/** How much of its budget of today a server has used, beside its request for more. */
import { defaultCurrency } from '../../app/contract/sampling-defaults'
import type { SamplingBudget } from '../../app/contract/sampling-rules'
import { useProjection } from '../state/projection'
import { moneyUsed } from '../ui/money'
import { Fact, Facts } from './facts'

export function SamplingBudgetFacts({ budget }: { readonly budget: SamplingBudget | undefined }) {
  const currency = useProjection((state) => state.settings.currency) ?? defaultCurrency
  if (budget === undefined) return null
  const { requestsToday, requestsPerDay, tokensToday, tokensPerDay, moneyToday, moneyPerDay } = budget
  return (
    <section aria-label="Budget of today">
      <h3 className="question-heading">Budget of today</h3>
      <Facts>
        <Fact label="Requests">{used(requestsToday, requestsPerDay)}, this one included</Fact>
        <Fact label="Tokens">{used(tokensToday, tokensPerDay)}</Fact>
        <Fact label="Money">
          {moneyUsed(moneyToday, moneyPerDay, currency)}; models without a price do not count
        </Fact>
      </Facts>
    </section>
  )
}

function used(count: number, limit: number): string {
  return `${count.toLocaleString('en')} of ${limit.toLocaleString('en')}`
}
