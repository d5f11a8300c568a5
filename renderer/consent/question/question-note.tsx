/** A sentence of Parley's own that a person should read before they answer, and lists of warnings. */
import { CircleHelp, TriangleAlert } from 'lucide-react'
import { VisibleText } from '../../ui/base/hidden-characters'
import styles from './question-note.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export function QuestionNote({ text }: { readonly text: string }) {
  return (
    <p className={styles.questionNote}>
      <CircleHelp size={16} aria-hidden />
      <span>
        <VisibleText text={text} />
      </span>
    </p>
  )
}

export function QuestionWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className={styles.questionWarnings} aria-label={consent.warnings()}>
      {warnings.map((warning) => (
        <li key={warning}>
          <TriangleAlert size={16} aria-hidden />
          <span>
            <VisibleText text={warning} />
          </span>
        </li>
      ))}
    </ul>
  )
}
