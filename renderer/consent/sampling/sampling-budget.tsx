/** How much of today's budget a server has used, next to its new request. */
import type { SamplingBudget } from '../../../app/contract/sampling-rules'
import { modelLabel } from '../../parts/model-groups'
import { useSetting } from '../../bridge/settings'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { formatMoneyUsed } from '../../ui/base/format'
import { Fact, Facts } from '../../ui/untrusted/facts'
import headingStyles from '../question/question-heading.module.css'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface SamplingBudgetProps {
  readonly budget: SamplingBudget | undefined
  /** The one that would be asked. */
  readonly model: string
}

export function SamplingBudgetFacts({ budget, model }: SamplingBudgetProps) {
  const currency = useSetting('models.currency')
  const models = useProjection((state) => state.models.models)
  const isPriced = models.find(({ id }) => id === model)?.price !== undefined
  if (budget === undefined) return null
  const { requestsToday, requestsPerDay, tokensToday, tokensPerDay, moneyToday, moneyPerDay } = budget
  const money = formatMoneyUsed(moneyToday, moneyPerDay, currency)
  return (
    <section aria-label={sampling.budget()}>
      <h3 className={headingStyles.questionHeading}>{sampling.budget()}</h3>
      <Facts>
        <Fact label={sampling.requests()}>
          {sampling.requestsUsed({ used: requestsToday, limit: requestsPerDay })}
        </Fact>
        <Fact label={sampling.tokens()}>
          {sampling.tokensUsed({ used: tokensToday, limit: tokensPerDay })}
        </Fact>
        <Fact label={sampling.money()}>
          {isPriced ? (
            money
          ) : (
            <VisibleText text={sampling.moneyUnpriced({ used: money, model: modelLabel(models, model) })} />
          )}
        </Fact>
      </Facts>
    </section>
  )
}
