/** More requests of the same server that wait: all of them can be declined with one press. */
import type { SamplingQuestion } from '../../../app/contract/consents'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import styles from './sampling-burst.module.css'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export function SamplingBurst({ question }: { readonly question: SamplingQuestion }) {
  const waiting = useProjection((state) => state.questions)
  const { pending, failure, run } = useCommand()
  const all = waiting.filter(
    ({ type, serverName }) => type === 'sampling' && serverName === question.serverName
  )
  const others = all.length - 1
  if (others < 1) return null
  const answer = { type: 'sampling', decision: 'decline' } as const
  // The shown one last: the others do not come up for a moment.
  const declineAll = () =>
    void run(() =>
      Promise.all(all.toReversed().map(({ id }) => call('consent.answer', { questionId: id, answer })))
    )
  return (
    <div className={styles.samplingChanged}>
      <p>{sampling.waitingRequests({ count: others })}</p>
      <Button size="small" isBusy={pending !== null} onClick={declineAll}>
        {sampling.declineAll()}
      </Button>
      <FailureText text={failure} />
    </div>
  )
}
