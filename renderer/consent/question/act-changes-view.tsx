/** What changed since the person trusted a server or allowed a tool: removed and added pieces, marked by sign, word and colour. */
import { Fragment } from 'react'
import type { ActChange, ChangedLine } from './act-changes'
import { ExactText } from './exact-text'
import type { MarkedText } from './sequence-diff'
import './act-changes-view.css'

export interface ActChangesViewProps {
  readonly changes: readonly ActChange[]
  readonly title?: string
}

export function ActChangesView({ changes, title = 'Changed since you trusted it' }: ActChangesViewProps) {
  return (
    <section className="changes" aria-label="Changes">
      <h3 className="changes-title">{title}</h3>
      {changes.map((change) => (
        <div key={change.label} className="changes-part">
          <h4 className="question-heading">{change.label}</h4>
          {change.kind === 'words' ? <Words parts={change.parts} /> : <Lines parts={change.parts} />}
        </div>
      ))}
    </section>
  )
}

const signs = { same: '', added: '+', removed: '−', changed: '±' } as const

function Lines({ parts }: { readonly parts: readonly (MarkedText | ChangedLine)[] }) {
  return (
    <ul className="changes-lines">
      {numbered(parts).map(({ part, place }) => (
        <li key={place} className={`changes-${part.mark}`}>
          <span className="changes-sign" aria-hidden>
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
    <p className="changes-words">
      {numbered(parts).map(({ part, place }) => (
        <Fragment key={place}>
          <Marked part={part} />
        </Fragment>
      ))}
    </p>
  )
}

/** `ins` and `del` carry the meaning for readers that see no colour. */
function Marked({ part }: { readonly part: MarkedText }) {
  const text = <ExactText text={part.text} />
  if (part.mark === 'added') return <ins>{text}</ins>
  return part.mark === 'removed' ? <del>{text}</del> : text
}

/** The same text may stand twice in a difference; its place tells the two apart. */
function numbered<T>(parts: readonly T[]): { readonly part: T; readonly place: number }[] {
  return parts.map((part, place) => ({ part, place }))
}
