/** The kind of model that a server prefers. The result is shown at the choice of the model. */
import type { SamplingRequest } from '../../../app/contract/requests'
import { Fact, Facts, Pieces } from '../../ui/untrusted/facts'
import headingStyles from '../question/question-heading.module.css'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export function SamplingFacts({ request }: { readonly request: SamplingRequest }) {
  const wishes = describePriorities(request.priorities)
  const { hints } = request
  if (hints.length + wishes.length === 0) return null
  return (
    <section aria-label={sampling.preferences()}>
      <h3 className={headingStyles.questionHeading}>{sampling.preferences()}</h3>
      <Facts>
        {hints.length > 0 && (
          <Fact label={sampling.preferredModels()}>
            <Pieces texts={hints} />
          </Fact>
        )}
        {wishes.length > 0 && <Fact label={sampling.priorities()}>{wishes.join(', ')}</Fact>}
      </Facts>
    </section>
  )
}

function describePriorities({ cost, speed, intelligence }: SamplingRequest['priorities']): string[] {
  return [
    cost !== null && sampling.lowCost({ weight: cost }),
    speed !== null && sampling.speed({ weight: speed }),
    intelligence !== null && sampling.ability({ weight: intelligence })
  ].filter((wish) => wish !== false)
}
