/** All arguments in readable form: one row each, texts as they will arrive, everything else as JSON. */
import type { ReactNode } from 'react'
import type { DataFlow } from '../../../app/contract/flows'
import type { JsonObject, JsonValue } from '../../../app/contract/json'
import { VisibleText } from '../../ui/base/hidden-characters'
import { ExactText, WholeText } from '../../ui/untrusted/exact-text'
import { passagesIn, passagesInName, type Passage } from './describe-data-sharing'
import dataFlowStyles from './data-flow.module.css'
import styles from './arguments-view.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface ArgumentsViewProps {
  readonly args: JsonObject
  /** Absent: `Arguments`. */
  readonly label?: string
  /** Passages to mark. */
  readonly flows?: readonly DataFlow[]
}

const noFlows: readonly DataFlow[] = []

export function ArgumentsView({ args, label = consent.arguments(), flows = noFlows }: ArgumentsViewProps) {
  const entries = Object.entries(args)
  if (entries.length === 0) return <p className={styles.argumentsNone}>{consent.noArguments()}</p>
  return (
    <dl className={styles.argumentList} aria-label={label}>
      {entries.map(([name, value]) => (
        <div key={name} className={styles.argument}>
          <dt>
            <Name name={name} flows={flows} />
            <span className={styles.argumentType}>{typeWord(value)}</span>
          </dt>
          <dd>
            <pre className={styles.argumentValue}>
              <Value name={name} value={value} flows={flows} />
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Name({ name, flows }: { readonly name: string; readonly flows: readonly DataFlow[] }) {
  const passages = passagesInName(name, flows)
  return passages.length === 0 ? <ExactText text={name} /> : marked(name, passages)
}

interface ValueProps {
  readonly name: string
  readonly value: JsonValue
  readonly flows: readonly DataFlow[]
}

function Value({ name, value, flows }: ValueProps) {
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const passages = passagesIn({ name, value, shown }, flows)
  return passages.length === 0 ? <WholeText text={shown} /> : marked(shown, passages)
}

function marked(text: string, passages: readonly Passage[]): ReactNode[] {
  const nodes: ReactNode[] = []
  let from = 0
  for (const { start, end } of passages) {
    nodes.push(<VisibleText key={`before ${start}`} text={text.slice(from, start)} />)
    nodes.push(
      <mark key={start} className={dataFlowStyles.flowMark} title={consent.textFromElsewhere()}>
        <VisibleText text={text.slice(start, end)} />
      </mark>
    )
    from = end
  }
  if (from < text.length) nodes.push(<WholeText key="rest" text={text.slice(from)} />)
  return nodes
}

function typeWord(value: JsonValue): string {
  if (value === null) return consent.typeNull()
  if (Array.isArray(value)) return consent.items({ count: value.length })
  if (typeof value === 'boolean') return consent.typeBoolean()
  if (typeof value === 'number') return consent.typeNumber()
  return typeof value === 'string' ? consent.typeText() : consent.typeObject()
}
