/**
 * What changed since the user trusted a server or allowed a tool: removed and added pieces, marked by sign, word and
 * color.
 */
import { Fragment } from 'react'
import type { DefinitionDiff, DefinitionDiffLine } from './definition-diff'
import { ExactText } from '../../ui/untrusted/exact-text'
import type { MarkedText } from './sequence-diff'
import headingStyles from './question-heading.module.css'
import styles from './definition-diff-view.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface DefinitionDiffViewProps {
  readonly changes: readonly DefinitionDiff[]
  readonly title?: string
}

export function DefinitionDiffView({
  changes,
  title = consent.changedSinceTrust()
}: DefinitionDiffViewProps) {
  return (
    <section className={styles.changes} aria-label={consent.changes()}>
      <h3 className={styles.changesTitle}>{title}</h3>
      {changes.map((change) => (
        <div key={change.label}>
          <h4 className={headingStyles.questionHeading}>{change.label}</h4>
          {change.kind === 'words' ? <Words parts={change.parts} /> : <Lines parts={change.parts} />}
        </div>
      ))}
    </section>
  )
}

const signs = { same: '', added: '+', removed: '−', changed: '±' } as const

function Lines({ parts }: { readonly parts: readonly (MarkedText | DefinitionDiffLine)[] }) {
  return (
    <ul className={styles.changesLines}>
      {numbered(parts).map(({ part, place }) => (
        <li key={place} data-mark={part.mark}>
          <span className={styles.changesSign} aria-hidden>
            {signs[part.mark]}
          </span>
          {part.mark === 'changed' ? <Words parts={part.parts} /> : <Marked part={part} />}
        </li>
      ))}
    </ul>
  )
}

function Words({ parts }: { readonly parts: readonly MarkedText[] }) {
  return (
    <p className={styles.changesWords}>
      {numbered(parts).map(({ part, place }) => (
        <Fragment key={place}>
          <Marked part={part} />
        </Fragment>
      ))}
    </p>
  )
}

/** `ins` and `del` carry the meaning for readers that can't see color. */
function Marked({ part }: { readonly part: MarkedText }) {
  const text = <ExactText text={part.text} />
  if (part.mark === 'added') return <ins>{text}</ins>
  return part.mark === 'removed' ? <del>{text}</del> : text
}

/** A text may repeat in a difference; the index distinguishes them. */
function numbered<T>(parts: readonly T[]): { readonly part: T; readonly place: number }[] {
  return parts.map((part, place) => ({ part, place }))
}
