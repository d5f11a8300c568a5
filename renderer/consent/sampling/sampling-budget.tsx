/** How much of its budget of today a server has used, beside its request for more. */
import type { SamplingBudget } from '../../../app/contract/sampling-rules'
import { modelLabel } from '../../parts/model-groups'
import { useSetting } from '../../bridge/settings'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { formatMoneyUsed } from '../../ui/base/format'
import { Fact, Facts } from '../question/facts'
import headingStyles from '../question/question-heading.module.css'

export interface SamplingBudgetProps {
  readonly budget: SamplingBudget | undefined
  /** The one that would be asked. */
  readonly model: string
}

export function SamplingBudgetFacts({ budget, model }: SamplingBudgetProps) {
  const currency = useSetting('models.currency')
  const isPriced = useProjection(({ settings }) => settings.prices?.some((price) => price.model === model))
  const models = useProjection((state) => state.models.models)
  if (budget === undefined) return null
  const { requestsToday, requestsPerDay, tokensToday, tokensPerDay, moneyToday, moneyPerDay } = budget
  return (
    <section aria-label="Budget of today">
      <h3 className={headingStyles.questionHeading}>Budget of today</h3>
      <Facts>
        <Fact label="Requests">{used(requestsToday, requestsPerDay)}, this one included</Fact>
        <Fact label="Tokens">{used(tokensToday, tokensPerDay)}</Fact>
        <Fact label="Money">
          {formatMoneyUsed(moneyToday, moneyPerDay, currency)}
          {isPriced !== true && (
            <>
              . <VisibleText text={modelLabel(models, model)} /> has no price: what this answer costs is not
              known and does not count
            </>
          )}
        </Fact>
      </Facts>
    </section>
  )
}

function used(count: number, limit: number): string {
  return `${count.toLocaleString('en')} of ${limit.toLocaleString('en')}`
}
