/** Says in a tool question whose text the call may carry, and how far a longer approval shares such text. */
import { ArrowRight } from 'lucide-react'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { consent } from '../../../app/texts/compiled/window/consent'
import { formatList } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import type { ToolAnswer } from './use-tool-answer'
import styles from './server-flow.module.css'

export interface ServerFlowProps {
  readonly question: ToolCallQuestion
  readonly answer: Pick<ToolAnswer, 'flow' | 'setFlow'>
}

/** A region named `Flow between servers`; nothing if the call needs none. */
export function ServerFlow({ question, answer }: ServerFlowProps) {
  const { newFlows = [], serverName: server, scopes } = question
  if (newFlows.length === 0) return null
  const isLongerOffered = scopes === undefined || scopes.length > 0
  return (
    <section className={styles.serverFlow} aria-label={consent.flowBetweenServers()}>
      <p className={styles.serverFlowHead}>
        <ArrowRight size={16} aria-hidden />
        <strong>
          <VisibleText text={consent.hasRead({ sources: formatList(newFlows), server })} />
        </strong>
      </p>
      {isLongerOffered && <Reach count={newFlows.length} server={server} answer={answer} />}
    </section>
  )
}

interface ReachProps extends Pick<ServerFlowProps, 'answer'> {
  readonly count: number
  readonly server: string
}

function Reach({ count, server, answer: { flow, setFlow } }: ReachProps) {
  const isForServer = flow === 'server'
  return (
    <>
      <label className={styles.serverFlowReach}>
        <input
          type="checkbox"
          checked={flow !== null}
          onChange={() => setFlow(flow === null ? 'tool' : null)}
        />
        <span>{consent.coverFlow({ count })}</span>
      </label>
      {flow !== null && (
        <label className={styles.serverFlowReach}>
          <input
            type="checkbox"
            checked={isForServer}
            onChange={() => setFlow(isForServer ? 'tool' : 'server')}
          />
          <span>
            <VisibleText text={consent.coverAllTools({ server })} />
          </span>
        </label>
      )}
    </>
  )
}
