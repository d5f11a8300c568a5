/** Names the text in a tool question's arguments that came from other sources, if found. */
import { ArrowRightLeft } from 'lucide-react'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import type { DataFlow } from '../../../app/contract/flows'
import { VisibleText } from '../../ui/base/hidden-characters'
import {
  groupByOrigin,
  describeDataSharing,
  describeTextOrigin,
  describePlace
} from './describe-data-sharing'
import styles from './data-flow.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

/** A region named `Text from other sources`; nothing if there is none. */
export function DataFlowNotice({ question }: { readonly question: ToolCallQuestion }) {
  const { flows = [], serverName } = question
  if (flows.length === 0) return null
  const groups = groupByOrigin(flows)
  return (
    <section className={styles.dataFlow} aria-label={consent.textFromElsewhere()}>
      <p className={styles.dataFlowHead}>
        <ArrowRightLeft size={16} aria-hidden />
        <strong>
          <VisibleText text={describeDataSharing(flows, serverName)} />
        </strong>
      </p>
      <ul className={styles.dataFlowList}>
        {groups.map((group) => (
          <li key={group.key}>
            <OriginGroup flows={group.flows} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const shownPassages = 4

function OriginGroup({ flows }: { readonly flows: readonly DataFlow[] }) {
  const [first] = flows
  if (first === undefined) return null
  const more = flows.length - shownPassages
  return (
    <>
      <p>
        <VisibleText text={describeTextOrigin(first.origin)} />
      </p>
      <ul className={styles.dataFlowPassages}>
        {flows.slice(0, shownPassages).map((flow) => (
          <li key={`${flow.path} ${flow.start} ${flow.isName ?? ''}`}>
            <span className={styles.dataFlowPlace}>
              <VisibleText text={describePlace(flow)} />
            </span>{' '}
            <mark className={styles.flowMark}>
              <VisibleText text={flow.excerpt} />
            </mark>
          </li>
        ))}
        {more > 0 && <li>{consent.moreFlows({ count: more })}</li>}
      </ul>
    </>
  )
}
