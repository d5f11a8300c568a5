/** What users should read before they answer: one sentence from Parley, and warnings by level. */
import type { Warning } from '../../../app/contract/localized-text'
import { CircleHelp, Info, TriangleAlert } from 'lucide-react'
import type { WarningLevel } from '../../../app/contract/consent/warning-levels'
import { toText } from '../../../app/texts/localized'
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

export interface ShownWarning {
  readonly level: WarningLevel
  readonly text: string
}

export function showWarnings(warnings: readonly Warning[]): readonly ShownWarning[] {
  return warnings.map((warning) => ({ level: warning.level, text: toText(warning) }))
}

/** Dangers first, in red; then notes. */
export function QuestionWarnings({ warnings }: { readonly warnings: readonly ShownWarning[] }) {
  const textsOf = (level: WarningLevel) => [
    ...new Set(warnings.filter((each) => each.level === level).map(({ text }) => text))
  ]
  const [dangers, notes] = [textsOf('danger'), textsOf('note')]
  return (
    <>
      {dangers.length > 0 && (
        <ul className={styles.questionWarnings} aria-label={consent.warnings()}>
          {dangers.map((text) => (
            <li key={text}>
              <TriangleAlert size={16} aria-hidden />
              <span>
                <VisibleText text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className={styles.questionNotes} aria-label={consent.notes()}>
          {notes.map((text) => (
            <li key={text}>
              <Info size={16} aria-hidden />
              <span>
                <VisibleText text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
