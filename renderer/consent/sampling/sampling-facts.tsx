/** What kind of model a server wishes for. What the wishes lead to stands at the choice of the model. */
import type { SamplingRequest } from '../../../app/contract/requests'
import { Fact, Facts, Pieces } from '../question/facts'
import headingStyles from '../question/question-heading.module.css'

export function SamplingFacts({ request }: { readonly request: SamplingRequest }) {
  const wishes = describePriorities(request.priorities)
  const { hints } = request
  if (hints.length + wishes.length === 0) return null
  return (
    <section aria-label="Wishes">
      <h3 className={headingStyles.questionHeading}>What the server wishes</h3>
      <Facts>
        {hints.length > 0 && (
          <Fact label="Models">
            <Pieces texts={hints} />
          </Fact>
        )}
        {wishes.length > 0 && <Fact label="Matters (0 to 1)">{wishes.join(', ')}</Fact>}
      </Facts>
    </section>
  )
}

function describePriorities({ cost, speed, intelligence }: SamplingRequest['priorities']): string[] {
  return [
    cost !== null && `low cost ${cost}`,
    speed !== null && `speed ${speed}`,
    intelligence !== null && `ability ${intelligence}`
  ].filter((wish) => wish !== false)
}
